"""Loading WeasyPrint."""

import subprocess
import sys

import pytest

STARTED = """
import sys
started = []
sys.addaudithook(lambda event, details: started.append(details[0]) if event == "subprocess.Popen" else None)
from pnp.write.pango import load_weasyprint
load_weasyprint()
print(started)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere libraries have to be searched for")
def test_loading_weasyprint_starts_no_other_program() -> None:
    done = subprocess.run([sys.executable, "-c", STARTED], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"

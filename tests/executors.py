"""An executor for tests."""

from concurrent.futures import Executor, Future


class Here(Executor):
    """Runs each job at once in this process, as a user's own executor might."""

    def submit(self, job, /, *args, **how):
        future = Future()
        try:
            future.set_result(job(*args, **how))
        except Exception as error:  # noqa: BLE001 - as the contract of executors says
            future.set_exception(error)
        return future

"""A wheel with the shared library inside: FPCHECK_LIBRARY names the library, FPCHECK_VERSION the version. `make wheel` sets both."""
import os
import pathlib
import shutil

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

try:
    from wheel.bdist_wheel import bdist_wheel
except ImportError:  # newer setuptools have it
    from setuptools.command.bdist_wheel import bdist_wheel


class with_library(build_py):
    """Puts the shared library beside the modules."""

    def run(self):
        super().run()
        target = pathlib.Path(self.build_lib, "fpcheck", "libfpcheck.so")
        shutil.copyfile(os.path.realpath(os.environ["FPCHECK_LIBRARY"]), target)


class for_this_platform(bdist_wheel):
    """No code of the interpreter's is in it: any Python 3 of this platform takes it."""

    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        return ("py3", "none", super().get_tag()[2])


class with_binary(Distribution):
    def has_ext_modules(self):
        return True


setup(name="fpcheck", version=os.environ.get("FPCHECK_VERSION", "0"), description="Numerics and floating-point correctness for GPU kernels",
      packages=["fpcheck"], package_data={"fpcheck": ["py.typed"]}, python_requires=">=3.9", install_requires=["numpy"],
      extras_require={"test": ["pytest", "hypothesis"]}, entry_points={"pytest11": ["fpcheck = fpcheck.pytest_plugin"]}, license="MIT",
      distclass=with_binary, cmdclass={"build_py": with_library, "bdist_wheel": for_this_platform})

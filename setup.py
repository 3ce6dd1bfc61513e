"""The compiled solver. Without a C compiler the package installs all the same and solves in plain Python."""

from Cython.Build import cythonize
from setuptools import Extension, setup

# Portable: nothing that only the building machine's processor knows.
kernel = Extension("kibic.solver.kernel", ["src/kibic/solver/kernel.pyx"], extra_compile_args=["-O3"], optional=True)

setup(ext_modules=cythonize([kernel], build_dir="build", compiler_directives={"language_level": "3"}))

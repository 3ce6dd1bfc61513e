"""The compiled solver. Without a C compiler the package installs all the same and solves in plain Python."""

from Cython.Build import cythonize
from setuptools import Extension, setup

# Portable: nothing that only the building machine's processor knows.
kernel = Extension("kibic.solver.kernel", ["src/kibic/solver/kernel.pyx"], extra_compile_args=["-O3"])

built = cythonize([kernel], build_dir="build", compiler_directives={"language_level": "3"})
for extension in built:
    extension.optional = True  # which cythonize forgets

setup(ext_modules=built)

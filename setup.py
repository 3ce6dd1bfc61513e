"""The compiled solver. Without a C compiler the package installs all the same and solves in plain Python."""

from Cython.Build import cythonize
from setuptools import Extension, setup

# Portable: nothing that only the building machine's processor knows. The search branches much and its loops are short:
# copied paths and unrolled loops serve it, vectors do not (docs/solver.md, log).
FLAGS = ["-O3", "-funroll-loops", "-fpeel-loops", "-ftracer", "-fno-tree-vectorize"]
kernel = Extension("kibic.solver.kernel", ["src/kibic/solver/kernel.pyx"], extra_compile_args=FLAGS, optional=True)

setup(ext_modules=cythonize([kernel], build_dir="build", compiler_directives={"language_level": "3"}))

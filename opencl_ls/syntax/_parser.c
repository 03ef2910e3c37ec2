/* Hands the generated parser to Python: the module's one function returns the capsule that
 * tree_sitter.Language takes.  Only the stable ABI is used, so one build serves every Python from
 * 3.11 on. */

#include <Python.h>

typedef struct TSLanguage TSLanguage;

const TSLanguage *tree_sitter_opencl(void);

static PyObject *language(PyObject *self, PyObject *unused) {
    (void)self;
    (void)unused;
    /* The runtime takes the pointer for const again; a capsule has no way to say so. */
    return PyCapsule_New((void *)tree_sitter_opencl(), "tree_sitter.Language", NULL);
}

static PyMethodDef methods[] = {
    {"language", language, METH_NOARGS, "Return the grammar for tree_sitter.Language."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
#ifdef Py_GIL_DISABLED
    /* The parser's tables are constant, so no lock is needed to hand them out. */
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_parser",
    .m_doc = "The generated OpenCL C parser.",
    .m_size = 0,
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__parser(void) { return PyModuleDef_Init(&module); }

/* The generated parser for Python, and a reader of the trees that tree-sitter makes with it.
 *
 * The runtime of tree-sitter is part of its Python package, which gives its C functions to no other
 * module.  The reader therefore walks with the package's TreeCursor, but makes the calls from C.
 * Only the stable ABI is used, so one build serves every Python from 3.11 on. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdbool.h>

typedef struct TSLanguage TSLanguage;

const TSLanguage *tree_sitter_opencl(void);

/* The properties of a kind of node, as in `NodeFlag` of tree.py. */
enum {
    COMMENT = 1,
    SILENT = 2,
    TOKEN = 4,
    WORD = 8,
    CHAIN = 16,
    STATEMENT = 32,
    HOLDER = 64,
    PROGRAM = 128,
};

/* The attributes of tree-sitter's nodes and cursors that are read for each node. */
enum { NODE, FIELD_ID, KIND_ID, START_BYTE, END_BYTE, IS_MISSING, ATTRIBUTES };
static const char *const attribute_names[ATTRIBUTES] = {
    "node", "field_id", "kind_id", "start_byte", "end_byte", "is_missing",
};

/* A node whose children are being read.  The list is borrowed from the node. */
typedef struct {
    PyObject *children;
    unsigned char flags;
} Level;

typedef struct {
    /* Given. */
    PyObject *cursor, *make, *kinds, *fields, *reusable;
    const char *flags;
    long first_of_for;
    int has_error;
    /* Made for the walk. */
    PyObject *attributes[ATTRIBUTES];
    PyObject *down, *next, *up, *no_children, *error_kind;
    Level *levels;
    size_t depth, room;
    /* The result. */
    PyObject *words;
    size_t chains, deepest;
} Reader;

/* Call a method of the cursor; -1 is an exception. */
static int moves(PyObject *method) {
    PyObject *moved = PyObject_CallNoArgs(method);
    Py_XDECREF(moved);
    return moved == NULL ? -1 : moved == Py_True;
}

/* Return a number that an object has, 0 for None; -1 is an exception. */
static long number(Reader *reader, PyObject *object, int attribute) {
    PyObject *found = PyObject_GetAttr(object, reader->attributes[attribute]);
    if (found == NULL) {
        return -1;
    }
    long value = found == Py_None ? 0 : PyLong_AsLong(found);
    Py_DECREF(found);
    return value;
}

static bool enter(Reader *reader, PyObject *children, unsigned char flags) {
    if (reader->depth == reader->room) {
        size_t room = reader->room * 2 + 64;
        Level *levels = PyMem_Realloc(reader->levels, room * sizeof(Level));
        if (levels == NULL) {
            PyErr_NoMemory();
            return false;
        }
        reader->levels = levels;
        reader->room = room;
    }
    reader->levels[reader->depth++] = (Level){children, flags};
    if (flags & CHAIN) {
        reader->chains++;
    } else if (reader->depth - 1 && reader->depth - reader->chains > reader->deepest) {
        reader->deepest = reader->depth - reader->chains;
    }
    return true;
}

/* Read the node at the cursor and enter it if it has children to be read.
 *
 * Returns whether it was entered; -1 is an exception. */
static int read_node(Reader *reader) {
    int entered = -1;
    long kind_id, field_id = 0;
    PyObject *start = NULL, *end = NULL, *missing = NULL, *reused = NULL, *children = NULL;
    PyObject *made = NULL;
    PyObject *node = PyObject_GetAttr(reader->cursor, reader->attributes[NODE]);
    if (node == NULL || (kind_id = number(reader, node, KIND_ID)) < 0) {
        goto done;
    }
    Level parent = reader->levels[reader->depth - 1];
    bool is_error = kind_id >= PyTuple_Size(reader->kinds);
    unsigned char flags = is_error ? 0 : (unsigned char)reader->flags[kind_id];
    if (flags & COMMENT || (flags & SILENT && !reader->has_error && !(parent.flags & PROGRAM))) {
        entered = 0;
        goto done;
    }
    PyObject *kind = is_error ? reader->error_kind : PyTuple_GetItem(reader->kinds, kind_id);
    if (kind == NULL || (field_id = number(reader, reader->cursor, FIELD_ID)) < 0) {
        goto done;
    }
    /* The first of the fields is None. */
    PyObject *field = PyTuple_GetItem(reader->fields, field_id);
    start = PyObject_GetAttr(node, reader->attributes[START_BYTE]);
    end = PyObject_GetAttr(node, reader->attributes[END_BYTE]);
    if (field == NULL || start == NULL || end == NULL) {
        goto done;
    }
    if (reader->has_error) {
        missing = PyObject_GetAttr(node, reader->attributes[IS_MISSING]);
    } else {
        missing = Py_False;
        Py_INCREF(missing);
    }
    if (missing == NULL) {
        goto done;
    }
    if (reader->reusable != Py_None && flags & STATEMENT && parent.flags & HOLDER &&
        field_id != reader->first_of_for) {
        reused = PyObject_CallFunctionObjArgs(reader->reusable, start, end, kind, NULL);
        if (reused == NULL) {
            goto done;
        }
    }
    bool is_reused = reused != NULL && reused != Py_None;
    int has_children = is_reused || flags & TOKEN ? 0 : moves(reader->down);
    if (has_children < 0) {
        goto done;
    }
    children = has_children ? PyList_New(0) : reader->no_children;
    if (children == NULL) {
        goto done;
    }
    if (!has_children) {
        Py_INCREF(children);
    }
    made = PyObject_CallFunctionObjArgs(reader->make, kind, start, end, field, children, missing,
                                        is_reused ? reused : NULL, node, NULL);
    if (made == NULL || PyList_Append(parent.children, made) < 0 ||
        (flags & WORD && PyList_Append(reader->words, made) < 0) ||
        (has_children && !enter(reader, children, flags))) {
        goto done;
    }
    entered = has_children;
done:
    Py_XDECREF(node);
    Py_XDECREF(start);
    Py_XDECREF(end);
    Py_XDECREF(missing);
    Py_XDECREF(reused);
    Py_XDECREF(children);
    Py_XDECREF(made);
    return entered;
}

/* Read all nodes below the one at the cursor; false is an exception. */
static bool read_all(Reader *reader) {
    int moved = moves(reader->down);
    while (moved > 0) {
        moved = read_node(reader);
        while (moved == 0 && (moved = moves(reader->next)) == 0) {
            if (reader->levels[--reader->depth].flags & CHAIN) {
                reader->chains--;
            }
            if (reader->depth == 0) {
                return true;
            }
            if (moves(reader->up) < 0) {
                return false;
            }
        }
    }
    return moved == 0;
}

static bool prepare(Reader *reader) {
    for (int at = 0; at < ATTRIBUTES; at++) {
        reader->attributes[at] = PyUnicode_InternFromString(attribute_names[at]);
        if (reader->attributes[at] == NULL) {
            return false;
        }
    }
    return (reader->down = PyObject_GetAttrString(reader->cursor, "goto_first_child")) != NULL &&
           (reader->next = PyObject_GetAttrString(reader->cursor, "goto_next_sibling")) != NULL &&
           (reader->up = PyObject_GetAttrString(reader->cursor, "goto_parent")) != NULL &&
           (reader->no_children = PyTuple_New(0)) != NULL &&
           (reader->error_kind = PyUnicode_InternFromString("ERROR")) != NULL &&
           (reader->words = PyList_New(0)) != NULL;
}

static PyObject *read_below(PyObject *self, PyObject *arguments) {
    (void)self;
    Reader reader = {0};
    PyObject *flags, *children = NULL, *result = NULL;
    int parent_flags;
    if (!PyArg_ParseTuple(arguments, "O(OO!O!O!l)ipO:read_below", &reader.cursor, &reader.make,
                          &PyTuple_Type, &reader.kinds, &PyTuple_Type, &reader.fields,
                          &PyBytes_Type, &flags, &reader.first_of_for, &parent_flags,
                          &reader.has_error, &reader.reusable)) {
        return NULL;
    }
    reader.flags = PyBytes_AsString(flags);
    children = PyList_New(0);
    if (children != NULL && prepare(&reader) &&
        enter(&reader, children, (unsigned char)parent_flags) && read_all(&reader)) {
        result = Py_BuildValue("OnO", children, (Py_ssize_t)reader.deepest, reader.words);
    }
    PyMem_Free(reader.levels);
    for (int at = 0; at < ATTRIBUTES; at++) {
        Py_XDECREF(reader.attributes[at]);
    }
    Py_XDECREF(reader.down);
    Py_XDECREF(reader.next);
    Py_XDECREF(reader.up);
    Py_XDECREF(reader.no_children);
    Py_XDECREF(reader.error_kind);
    Py_XDECREF(reader.words);
    Py_XDECREF(children);
    return result;
}

static PyObject *language(PyObject *self, PyObject *unused) {
    (void)self;
    (void)unused;
    /* The runtime takes the pointer for const again; a capsule has no way to say so. */
    return PyCapsule_New((void *)tree_sitter_opencl(), "tree_sitter.Language", NULL);
}

static PyMethodDef methods[] = {
    {"language", language, METH_NOARGS, "Return the grammar for tree_sitter.Language."},
    {"read_below", read_below, METH_VARARGS, "Read the nodes below the one at a cursor."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
#ifdef Py_GIL_DISABLED
    /* The parser's tables are constant, and a walk has all of its state to itself. */
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_parser",
    .m_doc = "The generated OpenCL C parser, and a reader of its trees.",
    .m_size = 0,
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__parser(void) { return PyModuleDef_Init(&module); }

/**
 * @file OpenCL C 1.0-3.0 grammar for tree-sitter, an extension of tree-sitter-c
 * @license MIT
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const C = require('tree-sitter-c/grammar');

const {PREC, commaSep, commaSep1} = C;

/** What OpenCL C leaves out of C, or has in another form: Microsoft's modifiers, K&R definitions, linkage, macro types. */
const LEFT_OUT = /^(_old_style_|ms_|seh_|linkage_specification$|declaration_list$|macro_type_specifier$)/;

/**
 * The C grammar without those rules. `identifier` is taken out too and comes back as the last rule:
 * of two tokens that match the same text the earlier one wins, and type words have to win.
 */
const {identifier, ...cRules} = C.grammar.rules;
const base = {
  grammar: {
    ...C.grammar,
    rules: Object.fromEntries(Object.entries(cRules).filter(([name]) => !LEFT_OUT.test(name))),
    conflicts: C.grammar.conflicts.filter(names => !names.some(name => LEFT_OUT.test(name) || name === 'enum_specifier')),
  },
};

const SCALARS = ['char', 'uchar', 'short', 'ushort', 'int', 'uint', 'long', 'ulong', 'float', 'double', 'half'];

/** Vector types: every scalar at every width. */
const VECTOR_WORDS = SCALARS.flatMap(scalar => [2, 3, 4, 8, 16].map(width => `${scalar}${width}`));

/**
 * Built-in type words that are no vectors. `short`, `long`, `signed` and `unsigned` are missing, as
 * they build `sized_type_specifier` nodes. Words that are only reserved (quad, bool4, float4x4, ...)
 * stay identifiers, so that code which defines them still parses.
 */
const SCALAR_WORDS = [
  'void', 'bool', '_Bool', 'char', 'int', 'float', 'double', 'half', '__int128',
  'uchar', 'ushort', 'uint', 'ulong',
  'size_t', 'ptrdiff_t', 'intptr_t', 'uintptr_t',
  'image1d_t', 'image1d_array_t', 'image1d_buffer_t',
  'image2d_t', 'image2d_array_t', 'image2d_depth_t', 'image2d_array_depth_t',
  'image2d_msaa_t', 'image2d_array_msaa_t', 'image2d_msaa_depth_t', 'image2d_array_msaa_depth_t',
  'image3d_t',
  'sampler_t', 'event_t', 'queue_t', 'clk_event_t', 'reserve_id_t', 'ndrange_t', 'cl_mem_fence_flags',
  ...['int', 'uint', 'long', 'ulong', 'float', 'double', 'half', 'flag', 'size_t', 'ptrdiff_t', 'intptr_t', 'uintptr_t']
    .map(name => `atomic_${name}`),
];

const SIZE_WORDS = ['signed', '__signed', '__signed__', 'unsigned', 'long', 'short'];

/** Either of the two spellings of an OpenCL keyword. */
const both = word => [word, `__${word}`];

/** The part of a pointer or block declarator between its sigil and what it declares. */
const sigil = ($, mark) => seq(mark, repeat(choice($.type_qualifier, $.attribute_specifier)));

const pointerTo = ($, declarator) => prec.dynamic(1, prec.right(seq(sigil($, '*'), field('declarator', declarator))));

const blockOf = ($, declarator) => prec.right(seq(sigil($, '^'), field('declarator', declarator)));

const afterPragmas = ($, statement) => seq(repeat($.preproc_call), statement);

/** What may precede the type of a declaration. */
const leading = $ => choice(
  $._declaration_modifiers,
  alias($._pipe_type_qualifier, $.type_qualifier),
  $.macro_qualifier,
);

/** `^` declares only directly inside parentheses, which keeps `(a ^ (b)) + c` an expression. */
const parenthesized = ($, declarator, block) => prec.dynamic(PREC.PAREN_DECLARATOR, seq(
  '(', choice(declarator, block), ')',
));

module.exports = grammar(base, {
  name: 'opencl',

  conflicts: ($, original) => original.concat([
    [$.cast_expression, $.sizeof_expression, $.vector_literal],
    [$.cast_expression, $.alignof_expression, $.vector_literal],
    [$.type_specifier, $.macro_qualifier],
    [$.type_specifier, $.expression, $.macro_invocation],
    [$._declarator, $.type_specifier, $.macro_qualifier],
    [$.type_specifier, $._old_style_parameter_list],
  ]),

  inline: ($, original) => original.concat([$._type_name, $._late_keyword]),

  rules: {
    // Qualifiers

    type_qualifier: $ => choice(
      'const', '__const', '__const__',
      'volatile', '__volatile', '__volatile__',
      'restrict', '__restrict', '__restrict__',
      '__extension__',
      '_Atomic',
      '_Noreturn',
      '_Nonnull', '_Nullable',
      $.alignas_qualifier,
      $.address_space_qualifier,
      $.access_qualifier,
      $.kernel_qualifier,
    ),

    alignas_qualifier: $ => seq(
      '_Alignas', '(', choice($.expression, $.type_descriptor), ')',
    ),

    address_space_qualifier: _ => choice(
      ...both('global'), ...both('local'), ...both('constant'), ...both('private'), '__generic',
      prec(-1, 'generic'), // A name before OpenCL C 2.0: where both fit, it is one.
    ),

    access_qualifier: _ => choice(...both('read_only'), ...both('write_only'), ...both('read_write')),

    kernel_qualifier: _ => choice(...both('kernel')),

    pipe_qualifier: _ => prec(-1, 'pipe'),

    // A word before the type that is no keyword: a macro in text that has not been preprocessed.
    macro_qualifier: $ => prec.dynamic(-30, $.identifier),

    // `pipe` is a keyword from OpenCL C 2.0 on and a name before: only ahead of a type is it a qualifier.
    _pipe_type_qualifier: $ => $.pipe_qualifier,

    storage_class_specifier: _ => choice(
      'extern', 'static', 'auto', 'register', 'inline', '__inline', '__inline__',
    ),

    // Types

    primitive_type: _ => token(choice(...SCALAR_WORDS)),

    _vector_type_word: _ => token(choice(...VECTOR_WORDS)),

    type_specifier: $ => choice(
      $.struct_specifier,
      $.union_specifier,
      $.enum_specifier,
      $.sized_type_specifier,
      $.atomic_type_specifier,
      $.typeof_specifier,
      $.primitive_type,
      alias($._vector_type_word, $.primitive_type),
      $._type_identifier,
    ),

    sized_type_specifier: $ => {
      const size = choice(...SIZE_WORDS);
      const base = field('type', optional($.primitive_type));
      return choice(
        seq(repeat(size), base, repeat1(size)),
        seq(repeat1(size), repeat($.type_qualifier), base, repeat(size)),
      );
    },

    atomic_type_specifier: $ => prec(1, seq('_Atomic', '(', field('type', $.type_descriptor), ')')),

    typeof_specifier: $ => seq(
      choice('typeof', '__typeof', '__typeof__'),
      '(',
      choice(field('type', $.type_descriptor), field('value', choice($.expression, $.comma_expression))),
      ')',
    ),

    struct_specifier: $ => prec.right(seq('struct', recordRest($))),
    union_specifier: $ => prec.right(seq('union', recordRest($))),

    enum_specifier: $ => prec.right(seq(
      'enum',
      repeat($.attribute_specifier),
      choice(
        seq(
          field('name', $._type_identifier),
          optional(seq(':', field('underlying_type', $.primitive_type))),
          field('body', optional($.enumerator_list)),
        ),
        field('body', $.enumerator_list),
      ),
      repeat($.attribute_specifier),
    )),

    enumerator: $ => seq(
      field('name', $.identifier),
      repeat($.attribute_specifier),
      optional(seq('=', field('value', $.expression))),
    ),

    _field_declaration_list_item: ($, original) => choice(original, $.static_assert_declaration, $._empty_field),

    _empty_field: _ => ';',

    _field_declaration_declarator: $ => commaSep1(choice(
      seq(
        field('declarator', $._field_declarator),
        repeat($.attribute_specifier),
        optional(seq($.bitfield_clause, repeat($.attribute_specifier))),
      ),
      seq($.bitfield_clause, repeat($.attribute_specifier)),
    )),

    field_declaration: $ => seq(
      $._declaration_specifiers,
      optional($._field_declaration_declarator),
      ';',
    ),

    type_descriptor: $ => seq(
      repeat(choice($.type_qualifier, $.attribute_specifier, $.macro_qualifier)),
      field('type', $.type_specifier),
      optional(seq(
        repeat1(choice($.type_qualifier, $.attribute_specifier)),
        optional(seq(
          alias($._late_type_words, $.sized_type_specifier),
          repeat(choice($.type_qualifier, $.attribute_specifier)),
        )),
      )),
      field('declarator', optional($._abstract_declarator)),
    ),

    // Attributes

    attribute_specifier: $ => seq(
      choice('__attribute__', '__attribute'),
      '(',
      alias($._attribute_list, $.argument_list),
      ')',
    ),

    _attribute_list: $ => seq(
      '(',
      optional($._attribute),
      repeat(seq(',', optional($._attribute))),
      ')',
    ),

    _attribute: $ => choice(
      $.identifier,
      alias(choice('const', '__const', '__const__'), $.identifier),
      alias($.attribute_call, $.call_expression),
    ),

    attribute_call: $ => seq(field('function', $.identifier), field('arguments', $.argument_list)),

    // Declarations

    function_definition: $ => seq(
      $._declaration_specifiers,
      field('declarator', $._declarator),
      field('body', $.compound_statement),
    ),

    // The parameters' types are written before the body, as C has allowed it until C23.
    _old_style_function_definition: $ => seq(
      $._declaration_specifiers,
      field('declarator', $._old_style_declarator),
      repeat1($.declaration),
      field('body', $.compound_statement),
    ),

    _old_style_declarator: $ => choice(
      alias($._old_style_function_declarator, $.function_declarator),
      alias($._old_style_pointer_declarator, $.pointer_declarator),
    ),

    _old_style_function_declarator: $ => seq(
      field('declarator', $._declarator),
      field('parameters', alias($._old_style_parameter_list, $.parameter_list)),
    ),

    _old_style_pointer_declarator: $ => pointerTo($, $._old_style_declarator),

    _old_style_parameter_list: $ => seq('(', commaSep1($.identifier), ')'),

    declaration: $ => seq(
      $._declaration_specifiers,
      commaSep1(seq(
        field('declarator', choice(
          seq($._declaration_declarator, optional($.gnu_asm_expression)),
          $.init_declarator,
        )),
        repeat($.attribute_specifier),
      )),
      ';',
    ),

    // `const struct s { int x; };` declares a tag, which is enough.
    _empty_declaration: ($, original) => choice(original, alias($._nameless_declaration, $.declaration)),

    _nameless_declaration: $ => seq($._declaration_specifiers, ';'),

    init_declarator: $ => seq(
      field('declarator', $._declaration_declarator),
      repeat($.attribute_specifier),
      '=',
      field('value', choice($.initializer_list, $.expression)),
    ),

    static_assert_declaration: $ => seq(
      '_Static_assert',
      '(',
      field('condition', $.expression),
      optional(seq(',', field('message', $._string))),
      ')',
      ';',
    ),

    // The last word of `typedef unsigned short ushort;` is a name rather than a part of the type.
    type_definition: $ => choice(
      seq(
        repeat(leading($)),
        'typedef',
        $._type_definition_type,
        $._type_definition_declarators,
        ';',
      ),
      prec.dynamic(-10, seq(repeat(leading($)), 'typedef', $._type_definition_type, ';')),
      // As `static` may, `typedef` may follow the type.
      seq($._declaration_specifiers, 'typedef', $._type_definition_declarators, ';'),
    ),

    _type_definition_type: $ => {
      const modifier = choice($.type_qualifier, $.attribute_specifier);
      const pipe = alias($._pipe_type_qualifier, $.type_qualifier);
      return seq(
        repeat(choice(modifier, pipe)), field('type', $.type_specifier), repeat(modifier));
    },

    _type_definition_declarators: $ => commaSep1(seq(
      field('declarator', $._type_declarator),
      repeat($.attribute_specifier),
    )),

    _declaration_specifiers: $ => prec.right(seq(
      repeat(leading($)),
      field('type', $.type_specifier),
      optional(seq(
        repeat1($._declaration_modifiers),
        optional(seq(
          alias($._late_type_words, $.sized_type_specifier),
          repeat($._declaration_modifiers),
        )),
      )),
    )),

    // `int const unsigned x`: words of a type that are apart from the first. Names that keywords
    // may be elsewhere (`typedef int const uint;`) are none of them, and in `INLINE const int f()` the
    // first word is rather a macro.
    _late_type_words: $ => prec.dynamic(-40, prec.right(repeat1(choice(
      ...SIZE_WORDS,
      field('type', alias(choice('int', 'char', 'double'), $.primitive_type)),
    )))),

    _declaration_modifiers: $ => choice(
      $.storage_class_specifier,
      $.type_qualifier,
      $.attribute_specifier,
      $.attribute_declaration,
    ),

    _top_level_item: $ => choice(
      $.macro_invocation,
      $.function_definition,
      alias($._old_style_function_definition, $.function_definition),
      $.declaration,
      $._top_level_statement,
      $.attributed_statement,
      $.type_definition,
      $.static_assert_declaration,
      $._empty_declaration,
      $.preproc_if,
      $.preproc_ifdef,
      $.preproc_include,
      $.preproc_def,
      $.preproc_function_def,
      $.preproc_call,
    ),

    _block_item: $ => choice(
      $.function_definition,
      $.declaration,
      $.statement,
      $.attributed_statement,
      $.type_definition,
      $.static_assert_declaration,
      $._empty_declaration,
      $.preproc_if,
      $.preproc_ifdef,
      $.preproc_include,
      $.preproc_def,
      $.preproc_function_def,
      $.preproc_call,
    ),

    // Preprocessor

    // `TEST(float4)` on its own between functions.
    macro_invocation: $ => prec.dynamic(-30, seq(
      field('function', $.identifier),
      field('arguments', $.argument_list),
    )),

    preproc_include: $ => seq(
      C.preprocessor('include'),
      field('path', choice(
        $.string_literal,
        $.system_lib_string,
        $.identifier,
        alias($._preproc_include_call, $.call_expression),
      )),
      token.immediate(/\r?\n/),
    ),

    // A macro that builds a path takes any text: `#include STR(DIR/file.h)`.
    _preproc_include_call: $ => seq(field('function', $.identifier), field('arguments', $.preproc_arg)),

    // Declarators

    // Vector types are typedefs to a compiler: after another type their names may be declared anew.
    _declarator: ($, original) => choice(
      original, alias($._vector_type_word, $.identifier), alias('pipe', $.identifier)),
    _declaration_declarator: ($, original) => choice(
      original, alias($._vector_type_word, $.identifier), alias('pipe', $.identifier)),
    _field_declarator: ($, original) => choice(
      original, alias($._vector_type_word, $.field_identifier), alias('pipe', $.field_identifier)),
    _type_declarator: ($, original) => choice(
      original, alias($._vector_type_word, $.primitive_type), alias('pipe', $.type_identifier)),

    parenthesized_declarator: $ => parenthesized($, $._declarator, $.block_declarator),
    parenthesized_field_declarator: $ => parenthesized(
      $, $._field_declarator, alias($.block_field_declarator, $.block_declarator)),
    parenthesized_type_declarator: $ => parenthesized(
      $, $._type_declarator, alias($.block_type_declarator, $.block_declarator)),
    abstract_parenthesized_declarator: $ => prec(1, seq(
      '(', choice($._abstract_declarator, $.abstract_block_declarator), ')',
    )),

    pointer_declarator: $ => pointerTo($, $._declarator),
    pointer_field_declarator: $ => pointerTo($, $._field_declarator),
    pointer_type_declarator: $ => pointerTo($, $._type_declarator),
    abstract_pointer_declarator: $ => pointerTo($, optional($._abstract_declarator)),

    block_declarator: $ => blockOf($, $._declarator),
    block_field_declarator: $ => blockOf($, $._field_declarator),
    block_type_declarator: $ => blockOf($, $._type_declarator),
    abstract_block_declarator: $ => blockOf($, optional($._abstract_declarator)),

    // Nothing is cast to an array: `(a[0]) + b * c` is a sum.
    abstract_array_declarator: ($, original) => prec.dynamic(-1, original),

    // An abstract function of one identifier, as in `(a * (b)) + c`, is a product far more often.
    abstract_function_declarator: $ => prec.dynamic(-20, prec(1, seq(
      field('declarator', optional($._abstract_declarator)),
      field('parameters', $.parameter_list),
    ))),

    // Statements

    // `out: }` ends a block: the statement may be missing.
    labeled_statement: $ => prec.right(seq(
      field('label', $._statement_identifier),
      ':',
      optional(choice($.declaration, $.statement)),
    )),

    // A body may have a `#pragma unroll` of its own before it.
    if_statement: $ => prec.right(seq(
      'if',
      field('condition', $.parenthesized_expression),
      afterPragmas($, field('consequence', $.statement)),
      optional(field('alternative', $.else_clause)),
    )),

    else_clause: $ => seq('else', afterPragmas($, $.statement)),

    while_statement: $ => seq(
      'while',
      field('condition', $.parenthesized_expression),
      afterPragmas($, field('body', $.statement)),
    ),

    for_statement: $ => seq(
      'for', '(', $._for_statement_body, ')',
      afterPragmas($, field('body', $.statement)),
    ),

    // A body without braces is one statement, which may have a label.
    switch_statement: $ => seq(
      'switch',
      field('condition', $.parenthesized_expression),
      field('body', choice($._non_case_statement, alias($._single_case, $.case_statement))),
    ),

    _single_case: $ => seq(
      $._case_label,
      choice($._non_case_statement, alias($._single_case, $.case_statement)),
    ),

    _case_label: $ => seq(
      choice(
        seq('case', field('value', $.expression), optional(seq('...', field('end', $.expression)))),
        'default',
      ),
      ':',
    ),

    case_statement: $ => prec.right(seq(
      $._case_label,
      repeat(choice(
        $._non_case_statement,
        $.declaration,
        $.type_definition,
        $.static_assert_declaration,
        $._empty_declaration,
      )),
    )),

    attributed_statement: $ => seq(
      repeat1(choice($.attribute_declaration, $.attribute_specifier)),
      $.statement,
    ),

    _non_case_statement: $ => choice(
      $.attributed_statement,
      $.labeled_statement,
      $.compound_statement,
      $.expression_statement,
      $.if_statement,
      $.switch_statement,
      $.do_statement,
      $.while_statement,
      $.for_statement,
      $.return_statement,
      $.break_statement,
      $.continue_statement,
      $.goto_statement,
    ),

    // Expressions

    _expression_not_binary: ($, original) => choice(
      original,
      $.block_literal,
      $.vector_literal,
      alias($._reinterpretation, $.call_expression),
      $._late_keyword,
    ),

    // A number or `n++` on the left is a semantic error with a message of its own; compound
    // literals are objects.
    _assignment_left_expression: ($, original) => choice(
      original,
      $._late_keyword,
      $.compound_literal_expression,
      $.vector_literal,
      $.update_expression,
      $.number_literal,
      $.char_literal,
      $._string,
      $.true,
      $.false,
      $.null,
    ),

    _late_keyword: $ => alias(choice('pipe', 'generic'), $.identifier),

    // `a[i, j]` is what people write for two dimensions: the index is j.
    subscript_expression: $ => prec(PREC.SUBSCRIPT, seq(
      field('argument', $.expression),
      '[',
      field('index', choice($.expression, $.comma_expression)),
      ']',
    )),

    block_literal: $ => seq(
      '^',
      optional(seq(
        repeat($.type_qualifier),
        field('type', $.type_specifier),
        repeat($.type_qualifier),
        field('declarator', optional(alias($._block_result_pointer, $.abstract_pointer_declarator))),
      )),
      field('parameters', optional($.parameter_list)),
      repeat($.attribute_specifier),
      field('body', $.compound_statement),
    ),

    // The `*` of a block literal's result type; the parameters belong to the literal.
    _block_result_pointer: $ => prec.right(seq(
      sigil($, '*'),
      field('declarator', optional(alias($._block_result_pointer, $.abstract_pointer_declarator))),
    )),

    vector_literal: $ => prec(PREC.CALL, seq(
      '(',
      field('type', alias($._vector_type_descriptor, $.type_descriptor)),
      ')',
      '(', $._vector_elements, ')',
    )),

    // Right-recursive and above `comma_expression`, so that a cast of `(a, b)` needs no fork.
    _vector_elements: $ => prec(1, seq(
      field('value', $.expression),
      optional(seq(',', $._vector_elements)),
    )),

    // A vector type and nothing after it: in parentheses before `(` it makes a vector literal.
    _vector_type_descriptor: $ => prec(1, seq(
      repeat(choice($.type_qualifier, $.attribute_specifier, $.macro_qualifier)),
      field('type', alias($._vector_type_word, $.primitive_type)),
    )),

    // No comment begins in a character constant: its characters are preferred to a longer token. A
    // backslash that begins no escape is taken, and reported by a rule.
    char_literal: $ => seq(
      choice('L\'', 'u\'', 'U\'', 'u8\'', '\''),
      repeat1(choice(
        $.escape_sequence,
        alias(token.immediate(prec(1, /[^\\\n']/)), $.character),
        alias(token.immediate('\\'), $.character),
      )),
      '\'',
    ),

    // A postfix operator binds tighter than a prefix operator: `-n++` is `-(n++)`.
    update_expression: $ => {
      const argument = field('argument', $.expression);
      const operator = field('operator', choice('--', '++'));
      return choice(
        prec.right(PREC.UNARY, seq(operator, argument)),
        prec(PREC.CALL, seq(argument, operator)),
      );
    },

    // The parts of a complex number, of which OpenCL C has only real ones: `__imag__ x` is 0.
    unary_expression: ($, original) => choice(
      original,
      prec.left(PREC.UNARY, seq(
        field('operator', choice('__real', '__real__', '__imag', '__imag__')),
        field('argument', $.expression),
      )),
    ),

    cast_expression: $ => prec(PREC.CAST, seq(
      '(', field('type', $._type_name), ')',
      field('value', $.expression),
    )),

    compound_literal_expression: $ => seq(
      '(', field('type', $._type_name), ')',
      field('value', $.initializer_list),
    ),

    sizeof_expression: $ => prec(PREC.SIZEOF, seq(
      'sizeof',
      choice(
        field('value', $.expression),
        prec.dynamic(-1, seq('(', field('type', $._type_name), ')')),
      ),
    )),

    alignof_expression: $ => prec(PREC.SIZEOF, seq(
      choice('__alignof__', '__alignof', '_Alignof'),
      choice(
        field('value', $.expression),
        seq('(', field('type', $._type_name), ')'),
      ),
    )),

    _type_name: $ => choice(
      $.type_descriptor,
      alias($._vector_type_descriptor, $.type_descriptor),
    ),

    // Compilers have a keyword here, too: the second argument is a type, also in `(p, S *)`.
    _reinterpretation: $ => prec(PREC.CALL, seq(
      field('function', alias('__builtin_astype', $.identifier)),
      field('arguments', alias($._reinterpretation_arguments, $.argument_list)),
    )),

    _reinterpretation_arguments: $ => seq('(', $.expression, ',', $._type_name, ')'),

    // `vec_step(float4)` and functions of other compilers take types.
    argument_list: $ => seq(
      '(',
      commaSep(choice($.expression, $.compound_statement, alias($._type_argument, $.type_descriptor))),
      ')',
    ),

    _type_argument: $ => choice(
      seq(
        repeat($.type_qualifier),
        field('type', choice(
          $.struct_specifier,
          $.union_specifier,
          $.enum_specifier,
          $.sized_type_specifier,
          $.primitive_type,
          alias($._vector_type_word, $.primitive_type),
        )),
        repeat($.type_qualifier),
        field('declarator', optional($._abstract_declarator)),
      ),
      // A name beside a qualifier is a type; without one it may be a value.
      seq(
        repeat1($.type_qualifier),
        field('type', $._type_identifier),
        repeat($.type_qualifier),
        field('declarator', optional($._abstract_declarator)),
      ),
      seq(
        field('type', $._type_identifier),
        repeat1($.type_qualifier),
        field('declarator', optional($._abstract_declarator)),
      ),
    ),

    gnu_asm_qualifier: _ => choice('volatile', '__volatile', '__volatile__', 'inline', 'goto'),

    number_literal: _ => token(seq(
      choice(
        /0[xX][0-9a-fA-F']+(\.[0-9a-fA-F']*)?([pP][+-]?[0-9]+)?/,
        /0[xX]\.[0-9a-fA-F']+([pP][+-]?[0-9]+)?/,
        /0[bB][01']+/,
        /[0-9][0-9']*(\.[0-9']*)?([eE][+-]?[0-9]+)?/,
        /\.[0-9][0-9']*([eE][+-]?[0-9]+)?/,
      ),
      optional(/[a-zA-Z_][a-zA-Z_0-9]*/),
    )),

    true: _ => 'true',
    false: _ => 'false',
    null: _ => 'NULL',

    identifier: _ => identifier,
  },
});

/**
 * What follows `struct` or `union`.
 *
 * @param {GrammarSymbols<string>} $
 */
function recordRest($) {
  return seq(
    repeat($.attribute_specifier),
    choice(
      seq(
        field('name', $._type_identifier),
        field('body', optional($.field_declaration_list)),
      ),
      field('body', $.field_declaration_list),
    ),
    repeat($.attribute_specifier),
  );
}

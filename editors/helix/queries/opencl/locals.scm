; Made by `python -m tests.support.helix_queries`: do not edit.

[
  (function_definition)
  (compound_statement)
  (for_statement)
  (block_literal)
] @local.scope

(parameter_declaration declarator: (identifier) @local.definition.variable.parameter)
(parameter_declaration
  declarator: (pointer_declarator declarator: (identifier) @local.definition.variable.parameter))
(parameter_declaration
  declarator: (array_declarator declarator: (identifier) @local.definition.variable.parameter))

(declaration declarator: (identifier) @local.definition.variable)
(init_declarator declarator: (identifier) @local.definition.variable)
(pointer_declarator declarator: (identifier) @local.definition.variable)
(block_declarator declarator: (identifier) @local.definition.variable)
(array_declarator declarator: (identifier) @local.definition.variable)

(function_definition
  declarator: (function_declarator declarator: (identifier) @local.definition.function))

(enumerator name: (identifier) @local.definition.constant)
(type_definition declarator: (type_identifier) @local.definition.type)
(struct_specifier name: (type_identifier) @local.definition.type
  body: (field_declaration_list))
(preproc_def name: (identifier) @local.definition.macro)
(preproc_function_def name: (identifier) @local.definition.macro)

(identifier) @local.reference
(type_identifier) @local.reference

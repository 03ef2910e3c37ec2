;;; opencl-ts-mode.el --- Major mode for OpenCL C with tree-sitter -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "29.1"))
;; Keywords: languages, c
;; URL: https://github.com/opencl-ls/opencl-ls
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; `M-x opencl-ts-mode-install-grammar' builds the grammar once, out of a checkout of opencl-ls.
;; Then, in your init file:
;;
;;     (require 'opencl-ts-mode)
;;     (add-to-list 'major-mode-remap-alist '(opencl-mode . opencl-ts-mode))
;;     (add-hook 'opencl-ts-mode-hook #'opencl-ls-ensure)

;;; Code:

(require 'treesit)
(require 'opencl-mode)

(declare-function treesit-library-abi-version "treesit.c")
(declare-function treesit-node-children "treesit.c")
(declare-function treesit-node-child-by-field-name "treesit.c")
(declare-function treesit-node-parent "treesit.c")
(declare-function treesit-node-start "treesit.c")
(declare-function treesit-node-type "treesit.c")
(declare-function treesit-parser-create "treesit.c")

(defcustom opencl-ts-mode-indent-offset 4
  "The columns of one step of indentation."
  :type 'natnum
  :safe #'natnump
  :group 'opencl)

;;;; The grammar

(defun opencl-ts-mode-install-grammar (folder)
  "Build the grammar in FOLDER, the part `tree-sitter-opencl' of a checkout."
  (interactive
   (let ((beside (expand-file-name
                  "../../tree-sitter-opencl/"
                  (file-name-directory (or (locate-library "opencl-ts-mode") default-directory)))))
     (list (read-directory-name "Folder of the grammar: "
                                (and (file-directory-p beside) beside) nil t))))
  (let* ((source (expand-file-name "src" folder))
         (target (expand-file-name "tree-sitter" user-emacs-directory))
         (library (expand-file-name (concat "libtree-sitter-opencl" module-file-suffix) target))
         (compiler (or (seq-find #'executable-find '("cc" "gcc" "clang"))
                       (user-error "No C compiler is on PATH: cc, gcc or clang is needed"))))
    (unless (file-exists-p (expand-file-name "parser.c" source))
      (user-error "%s is missing: FOLDER should be tree-sitter-opencl of a checkout"
                  (expand-file-name "parser.c" source)))
    (make-directory target t)
    (with-temp-buffer
      (unless (eql 0 (call-process compiler nil t nil "-shared" "-fPIC" "-O2" "-I" source
                                   (expand-file-name "parser.c" source) "-o" library))
        (user-error "%s cannot build the grammar: %s" compiler (buffer-string))))
    (if (< (treesit-library-abi-version) 15)
        (message "%s is built, but this Emacs reads grammars up to version %d: \
run \"tree-sitter generate --abi 14\" in %s and build it again"
                 library (treesit-library-abi-version) folder)
      (message "%s is built" library))
    library))

;;;; Colours

(defun opencl-ts-mode--face-of (node)
  "Return the face that the word of NODE has in all code, or nil."
  (gethash (treesit-node-text node t) opencl-mode--faces))

(defun opencl-ts-mode--function-p (node)
  "Tell whether NODE is the name of a built-in function."
  (eq (opencl-ts-mode--face-of node) 'opencl-builtin-function-face))

(defun opencl-ts-mode--constant-p (node)
  "Tell whether NODE is the name of a built-in macro or enumerator."
  (eq (opencl-ts-mode--face-of node) 'font-lock-constant-face))

(defvar opencl-ts-mode--keywords
  '("break" "case" "continue" "default" "do" "else" "for" "goto" "if" "return" "switch" "while"
    "enum" "struct" "typedef" "union" "sizeof")
  "Keywords that are nodes of their own.")

(defun opencl-ts-mode--font-lock ()
  "Return the rules of colours."
  (treesit-font-lock-rules
   :language 'opencl :feature 'comment
   '((comment) @font-lock-comment-face)

   :language 'opencl :feature 'preprocessor
   '(["#define" "#include" "#if" "#ifdef" "#ifndef" "#else" "#elif" "#endif" "defined"]
     @font-lock-preprocessor-face
     (preproc_directive) @font-lock-preprocessor-face
     (preproc_def name: (identifier) @font-lock-variable-name-face)
     (preproc_function_def name: (identifier) @font-lock-function-name-face))

   :language 'opencl :feature 'keyword
   `([,@opencl-ts-mode--keywords] @font-lock-keyword-face
     [(storage_class_specifier) (type_qualifier) (kernel_qualifier) (address_space_qualifier)
      (access_qualifier) (pipe_qualifier)] @font-lock-keyword-face)

   :language 'opencl :feature 'string
   '([(string_literal) (char_literal) (system_lib_string)] @font-lock-string-face)

   :language 'opencl :feature 'type
   '([(primitive_type) (sized_type_specifier) (type_identifier)] @font-lock-type-face)

   :language 'opencl :feature 'definition
   '((function_declarator declarator: (identifier) @font-lock-function-name-face)
     (parameter_declaration declarator: (identifier) @font-lock-variable-name-face)
     (parameter_declaration
      declarator: (pointer_declarator declarator: (identifier) @font-lock-variable-name-face))
     (init_declarator declarator: (identifier) @font-lock-variable-name-face)
     (declaration declarator: (identifier) @font-lock-variable-name-face)
     (array_declarator declarator: (identifier) @font-lock-variable-name-face)
     (enumerator name: (identifier) @font-lock-constant-face)
     (field_declaration declarator: (field_identifier) @font-lock-variable-name-face))

   :language 'opencl :feature 'builtin
   '((call_expression function: (identifier) @opencl-builtin-function-face
                      (:pred opencl-ts-mode--function-p @opencl-builtin-function-face))
     ((identifier) @font-lock-constant-face
      (:pred opencl-ts-mode--constant-p @font-lock-constant-face)))

   :language 'opencl :feature 'constant
   '([(true) (false) (null)] @font-lock-constant-face
     (attribute_specifier (argument_list (identifier) @font-lock-preprocessor-face))
     (attribute_specifier
      (argument_list (call_expression function: (identifier) @font-lock-preprocessor-face))))

   :language 'opencl :feature 'function
   '((call_expression function: (identifier) @font-lock-function-name-face))

   :language 'opencl :feature 'number
   '((number_literal) @font-lock-number-face)

   :language 'opencl :feature 'property
   '((field_identifier) @font-lock-property-face)))

;;;; Indentation

(defconst opencl-ts-mode--headed
  (rx bos (or "function_definition" "if_statement" "else_clause" "for_statement" "while_statement"
              "do_statement" "switch_statement" "case_statement" "struct_specifier"
              "union_specifier" "enum_specifier" "type_definition")
      eos)
  "Nodes whose block is indented from where they begin themselves.")

(defun opencl-ts-mode--line-start (node)
  "Return the first character of the line that NODE begins in."
  (save-excursion
    (goto-char (treesit-node-start node))
    (back-to-indentation)
    (point)))

(defun opencl-ts-mode--head (_node parent &rest _)
  "Return the indentation of what PARENT, a block, belongs to."
  (let ((owner (treesit-node-parent parent)))
    (while (and owner (string-match-p opencl-ts-mode--headed (treesit-node-type owner)))
      (setq parent owner
            owner (treesit-node-parent owner)))
    (opencl-ts-mode--line-start parent)))

(defun opencl-ts-mode--bracket (node parent &rest _)
  "Return the opening parenthesis of PARENT before NODE."
  (let ((end (if node (treesit-node-start node) (point)))
        (bracket (treesit-node-start parent)))
    (dolist (child (treesit-node-children parent))
      (when (and (equal (treesit-node-type child) "(")
                 (< (treesit-node-start child) end))
        (setq bracket (treesit-node-start child))))
    bracket))

(defun opencl-ts-mode--around-directive (parent)
  "Return the block around the conditional PARENT, or nil outside all blocks."
  (while (and parent (string-match-p "\\`preproc_" (treesit-node-type parent)))
    (setq parent (treesit-node-parent parent)))
  (and parent (not (equal (treesit-node-type parent) "translation_unit")) parent))

(defun opencl-ts-mode--conditional-anchor (node parent &rest _)
  "Return what NODE is indented from in the conditional PARENT."
  (let ((block (opencl-ts-mode--around-directive parent)))
    (if block (opencl-ts-mode--head node block) (line-beginning-position))))

(defun opencl-ts-mode--conditional-offset (_node parent &rest _)
  "Return the columns of a line in the conditional PARENT."
  (if (opencl-ts-mode--around-directive parent) opencl-ts-mode-indent-offset 0))

(defconst opencl-ts-mode--indent-rules
  (let ((blocks (rx bos (or "compound_statement" "field_declaration_list" "enumerator_list"
                            "initializer_list")
                    eos))
        (brackets (rx bos (or "parameter_list" "argument_list" "vector_literal"
                              "parenthesized_expression")
                      eos)))
    `((opencl
       ((parent-is "\\`translation_unit\\'") column-0 0)
       ((node-is "\\`preproc_\\|\\`#") column-0 0)
       ((parent-is "\\`comment\\'") prev-adaptive-prefix 0)
       ((and (parent-is ,blocks) (node-is "}")) opencl-ts-mode--head 0)
       ((node-is "\\`compound_statement\\'") opencl-ts-mode--head 0)
       ((node-is "\\`else") parent-bol 0)
       ((node-is "\\`while\\'") parent-bol 0)
       ((and (parent-is ,blocks) (node-is "\\`case_statement\\'")) opencl-ts-mode--head 0)
       ((node-is "\\`labeled_statement\\'") column-0 0)
       ((parent-is "\\`case_statement\\'") parent-bol opencl-ts-mode-indent-offset)
       ((parent-is ,blocks) opencl-ts-mode--head opencl-ts-mode-indent-offset)
       ((parent-is "\\`preproc_") opencl-ts-mode--conditional-anchor
        opencl-ts-mode--conditional-offset)
       ((parent-is "\\`else_clause\\'") parent-bol opencl-ts-mode-indent-offset)
       ((parent-is "\\`\\(?:if\\|for\\|while\\|do\\|switch\\)_statement\\'")
        parent-bol opencl-ts-mode-indent-offset)
       ((parent-is "\\`function_definition\\'") parent-bol 0)
       ((and (parent-is ,brackets) (node-is ")")) opencl-ts-mode--bracket 0)
       ((parent-is ,brackets) opencl-ts-mode--bracket 1)
       (no-node prev-line 0)
       (catch-all parent-bol opencl-ts-mode-indent-offset))))
  "Rules of indentation, see `treesit-simple-indent-rules'.")

;;;; Outline

(defun opencl-ts-mode--name (node)
  "Return the name of the definition NODE, or nil."
  (let ((inner (or (treesit-node-child-by-field-name node "declarator")
                   (treesit-node-child-by-field-name node "name")))
        next)
    (while (and inner (setq next (treesit-node-child-by-field-name inner "declarator")))
      (setq inner next))
    (and inner (treesit-node-text inner t))))

(defun opencl-ts-mode--kernel-p (node)
  "Tell whether the function NODE is a kernel."
  (and (treesit-search-subtree
        node (lambda (each) (equal (treesit-node-type each) "kernel_qualifier")) nil t 2)
       t))

(defun opencl-ts-mode--helper-p (node)
  "Tell whether the function NODE is no kernel."
  (not (opencl-ts-mode--kernel-p node)))

(defun opencl-ts-mode--body-p (node)
  "Tell whether NODE, a structure, is defined here."
  (and (treesit-node-child-by-field-name node "body") t))

;;;; The mode

(defvar opencl-ts-mode--syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?\\ "\\" table)
    (dolist (sign '(?+ ?- ?= ?% ?< ?> ?& ?|))
      (modify-syntax-entry sign "." table))
    (modify-syntax-entry ?' "\"" table)
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    table)
  "The syntax table of `opencl-ts-mode'.")

;;;###autoload
(define-derived-mode opencl-ts-mode prog-mode "OpenCL"
  "Major mode for OpenCL C with tree-sitter."
  :syntax-table opencl-ts-mode--syntax-table
  (setq-local comment-start "// ")
  (setq-local comment-end "")
  (setq-local comment-start-skip "\\(?://+\\|/\\*+\\)\\s-*")
  (setq-local electric-indent-chars (append "{}():;#" electric-indent-chars))
  (if (not (treesit-ready-p 'opencl t))
      (message "No grammar for OpenCL C: M-x opencl-ts-mode-install-grammar builds it")
    (treesit-parser-create 'opencl)
    (setq-local treesit-font-lock-settings (opencl-ts-mode--font-lock))
    (setq-local treesit-font-lock-feature-list
                '((comment definition)
                  (keyword preprocessor string type builtin)
                  (constant number)
                  (function property)))
    (setq-local treesit-simple-indent-rules opencl-ts-mode--indent-rules)
    (setq-local treesit-defun-type-regexp
                (rx bos (or "function_definition" "struct_specifier" "union_specifier"
                            "enum_specifier" "type_definition")
                    eos))
    (setq-local treesit-defun-tactic 'top-level)
    (setq-local treesit-defun-name-function #'opencl-ts-mode--name)
    (setq-local treesit-simple-imenu-settings
                '(("Kernel" "\\`function_definition\\'" opencl-ts-mode--kernel-p nil)
                  ("Function" "\\`function_definition\\'" opencl-ts-mode--helper-p nil)
                  ("Type" "\\`type_definition\\'" nil nil)
                  ("Struct" "\\`\\(?:struct\\|union\\)_specifier\\'" opencl-ts-mode--body-p nil)
                  ("Macro" "\\`preproc_\\(?:function_\\)?def\\'" nil nil)))
    (treesit-major-mode-setup)))

(provide 'opencl-ts-mode)
;;; opencl-ts-mode.el ends here

;;; modes.el --- The modes of OpenCL C, without a server -*- lexical-binding: t; -*-

;;; Commentary:

;; Run by tests/editors/test_emacs.py, which names the grammar's folder in OPENCL_LS_GRAMMAR.

;;; Code:

(require 'ert)
(require 'imenu)
(require 'compile)
(require 'opencl-mode)

(setq-default case-fold-search nil
              indent-tabs-mode nil)

(defconst modes-text "\
typedef struct {
    float4 place;
} particle;

float helper(float x) {
    return x;
}

#ifdef WIDE
float wide(float x) {
    return x;
}
#endif

__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void move(global particle *all, constant float *steps,
                 read_only image2d_t image) {
    size_t i = get_global_id(0);
    local float tile[64];
    for (int k = 0; k < 4; k++) {
        if (k == 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
        } else {
            tile[k] = helper(all[i].place.length);
        }
    }
    switch (i) {
    case 0:
        all[i].place = (float4)(0.0f, 1.0f,
                                2.0f, 3.0f);
        break;
    default:
        break;
    }
    // A comment with barrier in it.
    all[i].place.x = clamp(steps[0], 0.0f,
                           M_PI_F);
}
")

(defmacro modes-with (mode &rest body)
  "Run BODY in a buffer of MODE with `modes-text'."
  (declare (indent 1))
  `(with-temp-buffer
     (insert modes-text)
     (,mode)
     ,@body))

(defun modes-face (text word)
  "Return the face of WORD where TEXT, which contains it, stands first."
  (let ((noninteractive nil))
    (font-lock-mode 1))
  (font-lock-ensure)
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0))
  (search-forward word)
  (let ((face (get-text-property (match-beginning 0) 'face)))
    (if (consp face) (car face) face)))

(defconst modes-faces
  '(("kernel void" "kernel" font-lock-keyword-face)
    ("kernel void" "void" font-lock-type-face)
    ("global particle" "global" font-lock-keyword-face)
    ("constant float" "constant" font-lock-keyword-face)
    ("read_only" "read_only" font-lock-keyword-face)
    ("image2d_t image" "image2d_t" font-lock-type-face)
    ("float4 place" "float4" font-lock-type-face)
    ("size_t i" "size_t" font-lock-type-face)
    ("move(" "move" font-lock-function-name-face)
    ("get_global_id(" "get_global_id" opencl-builtin-function-face)
    ("clamp(" "clamp" opencl-builtin-function-face)
    ("CLK_LOCAL" "CLK_LOCAL_MEM_FENCE" font-lock-constant-face)
    ("M_PI_F" "M_PI_F" font-lock-constant-face)
    ("reqd_work" "reqd_work_group_size" font-lock-preprocessor-face)
    ("with barrier" "barrier" font-lock-comment-face))
  "A text, a word in it, and the word's face.")

(defun modes-wrong-faces ()
  "Return the rows of `modes-faces' that do not hold here, with the faces that are there."
  (delq nil (mapcar (lambda (row)
                      (let ((face (modes-face (nth 0 row) (nth 1 row))))
                        (unless (eq face (nth 2 row))
                          (list (nth 1 row) face))))
                    modes-faces)))

(defun modes-indented ()
  "Return the text of this buffer after its indentation was lost and made again."
  (goto-char (point-min))
  (while (not (eobp))
    ;; CC Mode leaves comments alone that begin in column 0.
    (unless (looking-at-p "^$")
      (indent-line-to 1))
    (forward-line 1))
  (let ((inhibit-message t))
    (indent-region (point-min) (point-max)))
  (buffer-string))

(ert-deftest modes-classic-colours ()
  (modes-with opencl-mode
    (should (derived-mode-p 'c-mode))
    (should (equal (modes-wrong-faces) nil))
    ;; A member is no function.
    (should-not (eq (modes-face ".length" "length") 'opencl-builtin-function-face))))

;; It would also report after Eglot has taken the buffer over, which Flymake calls an error.
(ert-deftest modes-classic-no-compiler-of-c ()
  (modes-with opencl-mode
    (should-not (memq 'flymake-cc flymake-diagnostic-functions))))

(ert-deftest modes-classic-indentation ()
  (modes-with opencl-mode
    (c-set-style "k&r")
    (setq c-basic-offset 4)
    (should (equal (substring-no-properties (modes-indented)) modes-text))))

(ert-deftest modes-classic-imenu ()
  (modes-with opencl-mode
    (let ((names (mapcar #'car (imenu--make-index-alist t))))
      (dolist (name '("helper" "wide" "move"))
        (should (member name names))))))

(ert-deftest modes-classic-comments ()
  (modes-with opencl-mode
    (goto-char (point-min))
    (search-forward "    return x;")
    (comment-line 1)
    (should (string-match-p "^    // return x;$" (buffer-string)))
    (comment-line -1)
    (should (equal (substring-no-properties (buffer-string)) modes-text))))

(ert-deftest modes-electric-indentation ()
  (modes-with opencl-mode
    (electric-indent-mode 1)
    (goto-char (point-min))
    (search-forward "helper(float x) {")
    (newline nil t)
    (should (equal (current-column) c-basic-offset))))

(ert-deftest modes-files ()
  (dolist (name '("a.cl" "a.ocl" "a.clh" "a.clcpp"))
    (should (eq (assoc-default name auto-mode-alist #'string-match) 'opencl-mode))))

(ert-deftest modes-compilation ()
  (with-temp-buffer
    (insert "kernels/blur.cl:11:23: error[address-space/initialized-local] no initialiser\n"
            "kernels/blur.cl:15:5: hint[barrier/old-name] 'barrier' is old\n"
            "kernels/blur.cl:16:5: warning[names/undefined-macro] 'TILE' is not defined\n")
    (compilation-mode)
    (let ((inhibit-read-only t))
      (compilation--ensure-parse (point-max)))
    (goto-char (point-min))
    (let (found)
      (while (not (eobp))
        (let ((message (get-text-property (point) 'compilation-message)))
          (when message
            (let ((place (compilation--message->loc message)))
              (push (list (compilation--loc->line place)
                          (compilation--message->type message))
                    found))))
        (forward-line 1))
      (should (equal (nreverse found) '((11 2) (15 0) (16 1)))))))

;;;; With tree-sitter

(defmacro modes-with-grammar (&rest body)
  "Run BODY with `modes-text' in `opencl-ts-mode', with a grammar that is built for it."
  (declare (indent 0))
  `(progn
     (skip-unless (and (fboundp 'treesit-available-p) (treesit-available-p)))
     (require 'opencl-ts-mode)
     (let ((user-emacs-directory (file-name-as-directory (make-temp-file "grammar-" t))))
       (unwind-protect
           (progn
             (opencl-ts-mode-install-grammar (getenv "OPENCL_LS_GRAMMAR"))
             (modes-with opencl-ts-mode ,@body))
         (delete-directory user-emacs-directory t)))))

(ert-deftest modes-grammar-colours ()
  (modes-with-grammar
    (should (equal (modes-wrong-faces) nil))
    (should-not (eq (modes-face ".length" "length") 'opencl-builtin-function-face))))

(ert-deftest modes-grammar-indentation ()
  (modes-with-grammar
    (should (equal (substring-no-properties (modes-indented)) modes-text))))

(ert-deftest modes-grammar-imenu ()
  (modes-with-grammar
    (let ((index (imenu--make-index-alist t)))
      (should (equal (mapcar #'car (cdr (assoc "Kernel" index))) '("move")))
      (should (equal (mapcar #'car (cdr (assoc "Function" index))) '("helper" "wide"))))))

(ert-deftest modes-grammar-defuns ()
  (modes-with-grammar
    (goto-char (point-min))
    (search-forward "get_global_id")
    (beginning-of-defun)
    (should (looking-at-p "__attribute__\\|kernel void move"))
    (should (equal (add-log-current-defun) "move"))))

(ert-deftest modes-no-grammar ()
  (skip-unless (and (fboundp 'treesit-available-p) (treesit-available-p)))
  (require 'opencl-ts-mode)
  (let ((user-emacs-directory (file-name-as-directory (make-temp-file "grammar-" t))))
    (modes-with opencl-ts-mode
      (should (eq major-mode 'opencl-ts-mode)))
    (should-error (opencl-ts-mode-install-grammar user-emacs-directory) :type 'user-error)
    (delete-directory user-emacs-directory t)))

(provide 'modes)
;;; modes.el ends here

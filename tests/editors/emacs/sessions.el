;;; sessions.el --- What a person sees of opencl-ls in Emacs -*- lexical-binding: t; -*-

;;; Commentary:

;; Run by tests/editors/test_emacs.py, which names the project in OPENCL_LS_PROJECT.  Each test
;; starts a server for a copy of the project and waits for what it wants to see.

;;; Code:

(require 'ert)
(require 'cl-lib)
(require 'eglot)
(require 'flymake)
(require 'imenu)
(require 'opencl-ls)

(add-hook 'opencl-mode-hook #'opencl-ls-ensure)
(setq-default case-fold-search nil)
(setq eglot-sync-connect 30
      eglot-autoreconnect nil
      eglot-confirm-server-initiated-edits nil
      flymake-no-changes-timeout 0.1
      eglot-send-changes-idle-time 0.01
      make-backup-files nil
      create-lockfiles nil
      xref-show-xrefs-function #'ignore)

(defun sessions-wait (what condition)
  "Wait for a value of the function CONDITION and return it; WHAT says what it is."
  (let ((end (+ (float-time) 40))
        value)
    (while (not (or (setq value (funcall condition)) (> (float-time) end)))
      (sit-for 0.1))
    (or value (ert-fail (list "not seen" what)))))

(defvar sessions-folder nil
  "The folder of the project.")

(defun sessions-open (name)
  "Open the file called NAME in the project, as a command does."
  (switch-to-buffer (find-file-noselect (expand-file-name name sessions-folder)))
  (run-hooks 'post-command-hook)
  (sessions-wait "a server" #'eglot-current-server))

(defun sessions-found ()
  "Return the findings of this buffer as pairs of the marked text and the message."
  (mapcar (lambda (found)
            (cons (buffer-substring-no-properties (flymake-diagnostic-beg found)
                                                  (flymake-diagnostic-end found))
                  (flymake-diagnostic-text found)))
          (flymake-diagnostics)))

(defun sessions-finding (rule)
  "Return what is found of RULE, as `sessions-found' has it, or nil."
  (flymake-start)
  (cl-find-if (lambda (found) (string-match-p (regexp-quote rule) (cdr found))) (sessions-found)))

(defun sessions-await (rule)
  "Wait for a finding of RULE and return it."
  (sessions-wait rule (lambda () (sessions-finding rule))))

(defun sessions-await-none (rule)
  "Wait until nothing is found of RULE."
  (sessions-wait (concat "no " rule) (lambda () (not (sessions-finding rule)))))

(defun sessions-go (text)
  "Go to the beginning of the first TEXT in this buffer."
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(defun sessions-write (name text &optional by-renaming)
  "Write TEXT to the file called NAME from outside; BY-RENAMING replaces it."
  (let* ((file (expand-file-name name sessions-folder))
         (written (if by-renaming (concat file ".new") file))
         (coding-system-for-write 'utf-8))
    (call-process-region text nil "sh" nil nil nil "-c" (format "cat >'%s'" written))
    (when by-renaming
      (call-process "mv" nil nil nil written file))))

(defun sessions-text (name)
  "Return the text of the file called NAME."
  (with-temp-buffer
    (insert-file-contents (expand-file-name name sessions-folder))
    (buffer-string)))

(defmacro sessions-in-project (&rest body)
  "Run BODY in blur.cl of a copy of the project, with its findings there."
  (declare (indent 0))
  `(let ((sessions-folder (file-name-as-directory (make-temp-file "opencl-ls-" t))))
     (copy-directory (getenv "OPENCL_LS_PROJECT") sessions-folder nil nil t)
     (let ((default-directory sessions-folder))
       (delete-directory ".git" t)
       (call-process "git" nil nil nil "init" "--quiet"))
     (unwind-protect
         (progn
           (sessions-open "blur.cl")
           (sessions-await "address-space/initialized-local")
           ,@body)
       (ignore-errors (eglot-shutdown-all))
       (dolist (buffer (buffer-list))
         (when (and (buffer-file-name buffer)
                    (string-prefix-p sessions-folder (buffer-file-name buffer)))
           (with-current-buffer buffer (set-buffer-modified-p nil))
           (kill-buffer buffer)))
       (delete-directory sessions-folder t))))

(defun sessions-eldoc (function)
  "Return what FUNCTION, one of eldoc's, shows at point."
  (let (shown)
    (funcall function (lambda (text &rest _) (setq shown text)))
    (sessions-wait "documentation" (lambda () shown))))

(defconst sessions-host
  "SOURCE = \"\"\"
kernel void f(global int *a) {
    barrier(CLK_LOCAL_MEM_FENCE || CLK_GLOBAL_MEM_FENCE);
    a[0] = popcount(a[0]);
}
\"\"\"
use(SOURCE)
"
  "A host program with a finding.")

(ert-deftest sessions-host-program ()
  "The configuration is that of docs/host-programs.md."
  (sessions-in-project
    (let ((eglot-server-programs
           (cons '((python-mode python-ts-mode)
                   . ("opencl-ls" "--stdio" :initializationOptions (:embedded t)))
                 eglot-server-programs)))
      (sessions-write "host.py" sessions-host)
      (switch-to-buffer (find-file-noselect (expand-file-name "host.py" sessions-folder)))
      (should (derived-mode-p 'python-mode))
      (eglot-ensure)
      (run-hooks 'post-command-hook)
      (sessions-wait "a server" #'eglot-current-server)
      (sessions-await "barrier/logical-flags")
      (should (equal (car (sessions-finding "barrier/logical-flags")) "||"))
      (sessions-go "popcount")
      (should (string-match-p "bits that are set" (sessions-eldoc #'eglot-hover-eldoc-function)))
      (goto-char (point-max))
      (insert "get_global_of")
      (should-not (all-completions "get_global_of" (nth 2 (eglot-completion-at-point))))
      (sessions-go "    a[0]")
      (insert "    get_global_of")
      (should (all-completions "get_global_of" (nth 2 (eglot-completion-at-point)))))))

;;;; What the issue lists

(ert-deftest sessions-squiggle ()
  (sessions-in-project
    (should (equal (car (sessions-finding "address-space/initialized-local")) "0"))
    (should (equal (car (sessions-finding "names/unused-variable")) "total"))))

(ert-deftest sessions-hover ()
  (sessions-in-project
    (sessions-go "clamp")
    (should (string-match-p "below minval it becomes minval"
                            (sessions-eldoc #'eglot-hover-eldoc-function)))))

(ert-deftest sessions-completion ()
  (sessions-in-project
    (sessions-go "    out[i]")
    (insert "    get_global_of")
    (let* ((capf (eglot-completion-at-point))
           (table (nth 2 capf))
           (names (all-completions "get_global_of" table))
           (name (seq-find (lambda (each) (string-prefix-p "get_global_offset" each)) names)))
      (should name)
      (let ((page (funcall (plist-get (nthcdr 3 capf) :company-doc-buffer) name)))
        (should (with-current-buffer page (string-match-p "offset" (buffer-string))))))))

(ert-deftest sessions-signature ()
  (sessions-in-project
    (sessions-go "v.y, 0.0f")
    (should (string-match-p "clamp(.* x, .* minval, .* maxval)"
                            (sessions-eldoc #'eglot-signature-eldoc-function)))))

(ert-deftest sessions-definition ()
  (sessions-in-project
    (sessions-go "TILE")
    (let* ((found (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot)))
           (place (xref-item-location (car found))))
      (should (string-suffix-p "include/sums.clh" (xref-location-group place)))
      (should (equal (xref-location-line place) 4)))))

(ert-deftest sessions-references ()
  (sessions-in-project
    (sessions-go "weigh")
    (let ((found (xref-backend-references 'eglot (xref-backend-identifier-at-point 'eglot))))
      (should (equal (sort (delete-dups
                            (mapcar (lambda (each)
                                      (file-name-nondirectory
                                       (xref-location-group (xref-item-location each))))
                                    found))
                           #'string<)
                     '("blur.cl" "sums.cl" "sums.clh"))))))

(ert-deftest sessions-rename ()
  (sessions-in-project
    (sessions-go "weigh")
    ;; Eglot 1.9 asks before it edits files that are not open.
    (cl-letf (((symbol-function 'y-or-n-p) #'always))
      (eglot-rename "balance"))
    (should (string-match-p "out\\[i\\] = balance(" (buffer-string)))
    (dolist (name '("sums.cl" "include/sums.clh"))
      (with-current-buffer (find-file-noselect (expand-file-name name sessions-folder))
        (should (string-match-p "float balance(float left" (buffer-string)))))))

(ert-deftest sessions-quick-fix ()
  (sessions-in-project
    (goto-char (point-min))
    (search-forward "total = ")
    (sessions-await "address-space/initialized-local")
    (let* ((actions (eglot-code-actions (point) (1+ (point))))
           (chosen (seq-find (lambda (each)
                               (string-match-p "Assign in one work-item" (plist-get each :title)))
                             actions)))
      (should chosen)
      ;; As if the entry were chosen in the minibuffer, and not in a menu of the mouse.
      (let ((last-nonmenu-event ?a)
            (completing-read-function
             (lambda (_prompt entries &rest _)
               (seq-find (lambda (each) (string-match-p "Assign in one work-item" each))
                         (all-completions "" entries)))))
        (eglot-code-actions (point) (1+ (point)) nil t)))
    (should (string-match-p "local int total; *\\(?:\n *\\)?if (get_local_id(0) == 0)" (buffer-string)))
    ;; While a test runs Emacs is not idle, which is when Eglot sends edits.
    (eglot--signal-textDocument/didChange)
    (sessions-await-none "address-space/initialized-local")))

(ert-deftest sessions-formatting ()
  (skip-unless (executable-find "clang-format"))
  (sessions-in-project
    (sessions-go "local int total = 0;")
    (insert "      ")
    (eglot-format-buffer)
    ;; clang-format takes the width of an indentation from the editor.
    (should (string-match-p "^\\(?:    \\|\t\\)local int total = 0;" (buffer-string)))))

(ert-deftest sessions-inlay-hint ()
  (skip-unless (fboundp 'eglot-inlay-hints-mode))
  (sessions-in-project
    (should eglot-inlay-hints-mode)
    ;; Hints are asked for what a window shows.
    (eglot--update-hints-1 (point-min) (point-max))
    (should (sessions-wait
             "an inlay hint"
             (lambda ()
               (seq-some (lambda (overlay)
                           (let ((text (or (overlay-get overlay 'before-string)
                                           (overlay-get overlay 'after-string))))
                             (and text (string-match-p "left\\|minval" text))))
                         (overlays-in (point-min) (point-max))))))))

(defun sessions-grey ()
  "Tell whether the code at point is shown as left out."
  (seq-some (lambda (overlay) (eq (overlay-get overlay 'face) 'opencl-ls-inactive-face))
            (overlays-at (point))))

(ert-deftest sessions-inactive ()
  (sessions-in-project
    (sessions-go "float left_out")
    (sessions-wait "grey code" #'sessions-grey)
    (sessions-go "kernel void")
    (should-not (sessions-grey))))

(ert-deftest sessions-settings-file-live ()
  (sessions-in-project
    (sessions-await "barrier/old-name")
    (sessions-write "opencl-ls.toml" "std = \"CL1.2\"\ninclude-paths = [\"include\"]\n")
    ;; The name is the only one in OpenCL C 1.2.
    (sessions-await-none "barrier/old-name")))

(ert-deftest sessions-header-live ()
  (sessions-in-project
    (sessions-write "include/sums.clh"
                    (replace-regexp-in-string "define TILE 64" "define SIZE 64"
                                              (sessions-text "include/sums.clh")))
    (should (equal (car (sessions-await "names/undefined-macro")) "TILE"))))

(ert-deftest sessions-header-replaced-by-renaming ()
  (sessions-in-project
    (sessions-write "include/sums.clh"
                    (replace-regexp-in-string "define TILE 64" "define SIZE 64"
                                              (sessions-text "include/sums.clh"))
                    t)
    (should (equal (car (sessions-await "names/undefined-macro")) "TILE"))))

(ert-deftest sessions-header-unsaved ()
  (sessions-in-project
    (let ((kernel (current-buffer)))
      (sessions-open "include/sums.clh")
      (sessions-go "TILE")
      (delete-char 4)
      (insert "SIZE")
      (eglot--signal-textDocument/didChange)
      (with-current-buffer kernel
        (should (equal (car (sessions-await "names/undefined-macro")) "TILE"))))))

(ert-deftest sessions-restart-after-a-kill ()
  (sessions-in-project
    (let ((process (jsonrpc--process (eglot-current-server))))
      (signal-process process 'KILL)
      (sessions-wait "the end of the server" (lambda () (not (process-live-p process))))
      (sessions-wait "an unmanaged buffer" (lambda () (not eglot--managed-mode))))
    (opencl-ls-restart)
    (sessions-await "address-space/initialized-local")))

(ert-deftest sessions-missing-server ()
  (let ((opencl-ls-command '("opencl-ls-that-is-not-there" "--stdio"))
        (opencl-ls--warned nil)
        said)
    (with-temp-buffer
      (setq buffer-file-name "/nowhere/a.cl")
      (cl-letf (((symbol-function 'display-warning)
                 (lambda (_type message &rest _) (setq said message))))
        (opencl-mode)
        (run-hooks 'post-command-hook))
      (set-buffer-modified-p nil)
      (setq buffer-file-name nil))
    (should (equal said "`opencl-ls-that-is-not-there' is not on PATH: run \"pip install opencl-ls\", \
or set `opencl-ls-command'"))))

;;;; The commands

(defun sessions-shown (title)
  "Return the text of the page called TITLE."
  (with-current-buffer (format "*OpenCL: %s*" title)
    (buffer-substring-no-properties (point-min) (point-max))))

(ert-deftest sessions-commands ()
  (sessions-in-project
    (opencl-ls-documentation "clamp")
    (should (string-match-p "minval" (sessions-shown "clamp")))
    (opencl-ls-explain-rule "barrier/divergent")
    (should (string-match-p "work-group" (sessions-shown "barrier/divergent")))
    (sessions-go "TILE")
    (opencl-ls-expand-macro)
    (should (equal (string-trim (sessions-shown "macro TILE")) "64"))
    (sessions-go "get_global_id")
    (opencl-ls-host-code "c")
    (should (seq-some (lambda (buffer)
                        (and (string-prefix-p "*OpenCL: " (buffer-name buffer))
                             (with-current-buffer buffer
                               (string-match-p "clSetKernelArg" (buffer-string)))))
                      (buffer-list)))
    (opencl-ls-kernel-resources)
    (opencl-ls-explain-kernels)
    (let ((inhibit-message t))
      (should (string-match-p "CL2.0, device .*, configuration none, settings from file:.*toml"
                              (opencl-ls-status))))
    (sessions-go "0;")
    (should (equal (opencl-ls--rule-at-point) "address-space/initialized-local"))
    (sessions-wait "the mode line" (lambda () (equal opencl-ls--status "[CL2.0]")))))

(ert-deftest sessions-configuration ()
  (sessions-in-project
    (sessions-write "opencl-ls.toml" "std = \"CL2.0\"
include-paths = [\"include\"]
[configurations.wide]
defines = [\"WIDE\"]
")
    (sessions-wait "the configuration"
                   (lambda ()
                     (equal (mapcar (lambda (each) (plist-get each :name))
                                    (plist-get (opencl-ls--ask "configurations" :uri (opencl-ls--uri))
                                               :configurations))
                            '("wide"))))
    (opencl-ls-select-configuration "wide")
    (sessions-go "float left_out")
    (sessions-wait "no grey code" (lambda () (not (sessions-grey))))
    (sessions-wait "the mode line" (lambda () (equal opencl-ls--status "[wide]")))))

;;;; Running them

(defun sessions-run (name file)
  "Run the test called NAME, or all, and write to FILE how they ended."
  (let ((coding-system-for-write 'utf-8))
    (dolist (test (ert-select-tests (if name (intern name) t) t))
      (let* ((result (ert-run-test test))
             (print-length 20)
             (print-level 8))
        (write-region
         (concat (symbol-name (ert-test-name test))
                 (cond ((ert-test-passed-p result) " passed")
                       ((ert-test-skipped-p result) " skipped")
                       (t (format " failed %S"
                                  (and (ert-test-result-with-condition-p result)
                                       (ert-test-result-with-condition-condition result)))))
                 "\n")
         nil file t 'quiet)))
    (let ((kill-emacs-query-functions nil)
          (kill-emacs-hook nil)
          (confirm-kill-processes nil))
      (kill-emacs 0))))

(provide 'sessions)
;;; sessions.el ends here

;;; opencl-ls-eglot.el --- What opencl-ls needs beyond Eglot -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Loaded when Eglot starts the server.  It lets the server say when settings have changed, and
;; tells it of files that another program has replaced by renaming.

;;; Code:

(require 'cl-lib)
(require 'eglot)
(require 'opencl-ls)

(defclass opencl-ls-eglot-server (eglot-lsp-server) ()
  :documentation "The server opencl-ls.")

(cl-defmethod eglot-client-capabilities ((_server opencl-ls-eglot-server))
  "Ask for `opencl-ls/status'."
  (plist-put (copy-sequence (cl-call-next-method)) :experimental '(:openclStatus t)))

(cl-defmethod eglot-handle-notification
  ((server opencl-ls-eglot-server) (_method (eql 'opencl-ls/status)) &rest _status)
  "Ask again what the mode line shows of the buffers of SERVER."
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (when (and opencl-ls-mode (eq (eglot-current-server) server))
        (opencl-ls--update-status)))))

(cl-defmethod eglot-register-capability
  ((_server opencl-ls-eglot-server) (_method (eql 'workspace/didChangeWatchedFiles)) _id
   &rest _watchers)
  "Watch files as Eglot does, renamed ones included.
Eglot drops the event of a file that another one is renamed to, which is how
many programs save, Emacs with `file-precious-flag' among them."
  (let ((add-watch (symbol-function 'file-notify-add-watch)))
    (cl-letf (((symbol-function 'file-notify-add-watch)
               (lambda (file flags callback)
                 (funcall add-watch file flags
                          (lambda (event) (opencl-ls-eglot--split event callback))))))
      (cl-call-next-method))))

(defun opencl-ls-eglot--split (event callback)
  "Call CALLBACK with EVENT, or with the two events that a renaming stands for."
  (pcase event
    (`(,watch renamed ,from ,to)
     (funcall callback (list watch 'deleted from))
     (funcall callback (list watch 'created to)))
    (_ (funcall callback event))))

(defun opencl-ls-eglot--managed ()
  "Turn `opencl-ls-mode' on where Eglot manages a kernel, and show its status."
  (when (and (derived-mode-p 'opencl-mode 'opencl-ts-mode)
             (bound-and-true-p eglot--managed-mode))
    (opencl-ls-mode 1)
    (opencl-ls--update-status)))

(add-hook 'eglot-managed-mode-hook #'opencl-ls-eglot--managed)

(provide 'opencl-ls-eglot)
;;; opencl-ls-eglot.el ends here

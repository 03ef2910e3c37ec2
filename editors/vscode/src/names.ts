// The names that the extension, its package and the server share.

export const SECTION = "opencl";
/** The section of the extension that many users come from. */
export const LEGACY_SECTION = "OpenCL";
export const PATH_SETTING = "server.path";
export const EMBEDDED_SETTING = "embedded";
export const LANGUAGE = "opencl";
/** The languages whose strings may hold kernels. */
export const HOST_LANGUAGES = ["python", "c", "cpp", "cuda-cpp", "rust", "julia"];
/** The language of `opencl-ls.toml` where no extension brings TOML. */
export const SETTINGS_LANGUAGE = "opencl-ls-toml";
export const SETTINGS_FILE = "opencl-ls.toml";
/** The `source` of the server's diagnostics. */
export const SOURCE = "opencl-ls";

/** The commands of this extension. */
export const COMMANDS = {
  restart: "opencl.restartServer",
  showLog: "opencl.showLog",
  openSettings: "opencl.openSettings",
  install: "opencl.installServer",
  chooseServer: "opencl.chooseServer",
  menu: "opencl.showMenu",
  selectConfiguration: "opencl.selectConfiguration",
  explainRule: "opencl.explainRule",
  openDocumentation: "opencl.openDocumentation",
  searchDocumentation: "opencl.searchDocumentation",
  expandMacro: "opencl.expandMacro",
  generateHostCode: "opencl.generateHostCode",
  kernelResources: "opencl.showKernelResources",
  explainKernels: "opencl.explainKernels",
} as const;

/** A command that the server's code lenses name. */
export const SHOW_REFERENCES = "opencl-ls.showReferences";

// All steps, in the order in which they run. A step is a name, and what a person does and sees;
// it throws where something was not seen. `machine` is "main", "bare" for one without a server,
// or "hosts" for one with host programs and no kernel files.

import { SERVER_STEPS } from "./server.mjs";
import { LOOK_STEPS } from "./looks.mjs";
import { READING_STEPS } from "./reading.mjs";
import { SETTINGS_STEPS } from "./settings.mjs";
import { TYPING_STEPS } from "./typing.mjs";
import { COMMAND_STEPS } from "./commands.mjs";
import { WRITING_STEPS } from "./writing.mjs";
import { HOST_STEPS } from "./hosts.mjs";

export const STEPS = [
  ...READING_STEPS,
  ...WRITING_STEPS,
  ...TYPING_STEPS,
  ...LOOK_STEPS,
  ...SETTINGS_STEPS,
  ...COMMAND_STEPS,
  ...SERVER_STEPS,
  ...HOST_STEPS,
];

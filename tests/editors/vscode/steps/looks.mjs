// Colours: the grammar's and the server's, in the default themes.
export const LOOK_STEPS = [];

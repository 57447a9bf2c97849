/** Why an earlier try failed, as the previous page stored it in the history. */
export const problemIn = (state: unknown) =>
  state instanceof Object && 'problem' in state && typeof state.problem === 'string' ? state.problem : undefined

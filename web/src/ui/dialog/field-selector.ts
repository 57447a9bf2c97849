/** What is filled in. */
export const fieldSelector = ':is(input, textarea, select):not([type=hidden], [type=file], [tabindex="-1"], :disabled)'

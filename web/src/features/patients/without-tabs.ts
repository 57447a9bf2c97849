/** For a panel selected from a menu, where the tabs that would label it are hidden. */
export const withoutTabs = { role: undefined, 'aria-labelledby': undefined }

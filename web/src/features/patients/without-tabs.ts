/** For a panel that a menu chooses, where the tabs that would name it are not shown. */
export const withoutTabs = { role: undefined, 'aria-labelledby': undefined }

/** Every table whose rows reference stored files. */
export const tablesOfFiles = ['files', 'archive_instances'] as const
/** The same, plus the table of files waiting to be deleted. */
export const tablesOfKeys = [...tablesOfFiles, 'file_removals'] as const

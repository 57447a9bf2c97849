const mib = 1024 * 1024

/** `3.2 MB`; below a tenth of a megabyte in kilobytes. */
export const formatSize = (bytes: number) =>
  bytes > 0 && bytes < mib / 10 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / mib).toFixed(1)} MB`

export const sum = (files: readonly { size: number }[]) => files.reduce((bytes, { size }) => bytes + size, 0)

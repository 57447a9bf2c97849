const { options } = require('./.dependency-cruiser.cjs')

/** No circle of folders. Without the tests, which stand on everything. */
module.exports = {
  options: {
    ...options,
    exclude: { path: [options.exclude.path, '\\.test\\.tsx?$', '^server/test/', '^web/src/testing/', '^demo/'] },
  },
  forbidden: [
    {
      name: 'no-circular-folders',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(server|web|contract)/src' },
      to: { circular: true },
    },
  ],
}

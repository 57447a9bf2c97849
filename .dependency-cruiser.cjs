/** Who may import whom. Patterns, not lists: a new feature is guarded at birth. */
module.exports = {
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^[a-z0-9]+/(dist|test-results)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'features-are-islands',
      severity: 'error',
      from: { path: '^(server|web)/src/features/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^$1/src/features/', pathNot: '^$1/src/features/$2/' },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^(server|web)/src/(platform|ui)/' },
      to: { path: '/features/' },
    },
    {
      name: 'contract-is-pure',
      severity: 'error',
      from: { path: '^contract/' },
      to: { pathNot: '^contract/|node_modules/zod' },
    },
    {
      name: 'web-and-server-meet-in-contract',
      severity: 'error',
      from: { path: '^(web|server)/' },
      to: { path: '^(web|server)/', pathNot: '^$1/' },
    },
    {
      name: 'only-platform-opens-the-database',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '^server/src/platform/|\\.test\\.ts$' },
      to: { path: 'node_modules/(pg|pg-copy-streams)/' },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\.css$|^virtual:' },
    },
  ],
}

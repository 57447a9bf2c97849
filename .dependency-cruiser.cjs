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
      name: 'platform-knows-no-clinic',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/(clinic|features|cli)/|^server/src/[^/]+$' },
    },
    {
      name: 'clinic-knows-no-feature',
      severity: 'error',
      from: { path: '^server/src/clinic/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/(features|cli)/|^server/src/[^/]+$' },
    },
    {
      name: 'server-knows-no-demo',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '\\.test\\.ts$|^server/src/cli/seed\\.ts$' },
      to: { path: '^demo/' },
    },
    {
      name: 'seed-loads-the-demo-only-on-demand',
      severity: 'error',
      from: { path: '^server/src/cli/seed\\.ts$' },
      to: { path: '^demo/', dependencyTypesNot: ['dynamic-import'] },
    },
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
      name: 'web-rooms-stand-on-each-other',
      severity: 'error',
      from: { path: '^web/src/(platform|ui|theme|features)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'web-platform-shows-nothing',
      severity: 'error',
      from: { path: '^web/src/platform/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/src/(ui|theme)/' },
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
      from: { path: '^(web|server|demo)/' },
      to: { path: '^(web|server)/', pathNot: '^$1/|^server/' },
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

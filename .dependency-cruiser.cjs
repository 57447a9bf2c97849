const forbid = (name, from, to) => ({ name, severity: 'error', from, to })

/** What runs below these folders, without its tests. */
const programOf = (...folders) => ({ path: `^(${folders.join('|')})/`, pathNot: '\\.test\\.tsx?$' })

/** Who may import whom. Patterns, not lists: a new feature is covered from the start. */
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
    forbid('no-circular', {}, { circular: true }),
    forbid('platform-knows-no-clinic', programOf('server/src/platform'), {
      path: '^server/src/(clinic|features|cli)/|^server/src/[^/]+$',
    }),
    forbid('clinic-knows-no-feature', programOf('server/src/clinic'), {
      path: '^server/src/(features|cli)/|^server/src/[^/]+$',
    }),
    forbid(
      'server-knows-no-demo',
      { path: '^server/src/', pathNot: '\\.test\\.ts$|^server/src/cli/seed\\.ts$' },
      { path: '^demo/' },
    ),
    forbid(
      'seed-loads-the-demo-only-on-demand',
      { path: '^server/src/cli/seed\\.ts$' },
      { path: '^demo/', dependencyTypesNot: ['dynamic-import'] },
    ),
    forbid(
      'no-feature-imports-feature',
      { path: '^(server|web)/src/features/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
      { path: '^$1/src/features/', pathNot: '^$1/src/features/$2/' },
    ),
    forbid('platform-knows-no-feature', { path: '^(server|web)/src/(platform|ui)/' }, { path: '/features/' }),
    forbid('ui-knows-no-clinic', programOf('web/src/ui'), { path: '^web/src/clinic/' }),
    forbid('ui-makes-no-calls', programOf('web/src/ui'), { path: '^web/src/platform/calls/(api|send)\\.ts$' }),
    forbid('web-clinic-knows-no-feature', programOf('web/src/clinic'), { path: '^web/src/features/' }),
    forbid('web-layers', programOf('web/src/(platform|ui|clinic|theme|features)'), {
      path: '^web/src/app/',
    }),
    forbid('web-platform-shows-nothing', programOf('web/src/platform'), { path: '^web/src/(ui|clinic|theme)/' }),
    forbid('contract-imports-only-zod', { path: '^contract/' }, { pathNot: '^contract/|node_modules/zod' }),
    forbid(
      'web-and-server-meet-in-contract',
      { path: '^(web|server|demo)/' },
      { path: '^(web|server)/', pathNot: '^$1/|^server/' },
    ),
    forbid(
      'only-platform-opens-the-database',
      { path: '^server/src/', pathNot: '^server/src/platform/|\\.test\\.ts$' },
      { path: 'node_modules/(pg|pg-copy-streams)/' },
    ),
    forbid('not-to-unresolvable', {}, { couldNotResolve: true, pathNot: '\\.css$|^virtual:' }),
  ],
}

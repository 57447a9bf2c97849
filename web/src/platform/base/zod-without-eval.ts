// Zod compiles its objects with `new Function` unless told not to; the content security policy refuses that and reports it.
// Zod looks at this name while it loads, so this module must be imported before everything else.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

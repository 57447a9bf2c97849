// Zod compiles its objects with `new Function` unless told not to; the content security policy blocks that and reports it.
// Zod reads this global while it loads, so this module must be imported before everything else.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

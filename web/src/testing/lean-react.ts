import * as React from 'react'

// While it is developed, React notes a stack trace for each element and tells the browser's profiler of each rendering: a fifth of the
// time of these tests, and nobody reads it. Its warnings and checks stay. A React without these names would only be slower.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
if (internals instanceof Object)
  // It stops at 10,000 a second; this says that they are reached.
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => {} })
Reflect.deleteProperty(console, 'createTask')
Reflect.deleteProperty(console, 'timeStamp')

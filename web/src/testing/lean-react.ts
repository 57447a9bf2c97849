import * as React from 'react'

// In development, React records a stack trace for each element and reports each rendering to the browser's profiler: a fifth of the
// time of these tests, and nobody reads it. Its warnings and checks stay. A React without these names would only be slower.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
if (internals instanceof Object)
  // It stops at 10,000 per second; this says that the limit is reached.
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => {} })
Reflect.deleteProperty(console, 'createTask')
Reflect.deleteProperty(console, 'timeStamp')

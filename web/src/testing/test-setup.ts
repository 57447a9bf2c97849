import './lean-react.ts'
import '@fontsource-variable/inter/wght.css'
import '../theme/css.ts'
import { beforeEach, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { signOut } from './show.tsx'

// Each test file has its own frame and modules, but the browser's storage is shared: each starts as a new visitor.
vi.restoreAllMocks()
vi.useRealTimers()
await cleanup()
document.body.replaceChildren()
document.documentElement.lang = 'en'
document.title = 'Test'
signOut()

// The package does this itself only for the file that imports it first.
beforeEach(cleanup)

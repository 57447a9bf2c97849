import './lean-react.ts'
import '@fontsource-variable/inter/wght.css'
import '../theme/css.ts'
import '../theme/controls-css.ts'
import '../theme/staff-css.ts'
import { beforeEach, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { signOut } from './show.tsx'

// Test files share a window and its modules: each begins as a new visitor on an empty page of an unchanged browser.
vi.restoreAllMocks()
vi.useRealTimers()
await cleanup()
document.body.replaceChildren()
document.documentElement.lang = 'en'
document.title = 'Test'
signOut()

// The package does this itself for the file that reads it first.
beforeEach(cleanup)

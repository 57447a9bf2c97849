import './lean-react.ts'
import '@fontsource-variable/inter/wght.css'
import '../theme/css.ts'
import '../theme/controls-css.ts'
import '../theme/staff-css.ts'

// Test files share one browser, and so its storage: each begins as a new visitor, before any module reads it.
sessionStorage.clear()
localStorage.clear()

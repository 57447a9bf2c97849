// All of them in development and tests. A build begins with those of every document, and each other control brings its own
// (`web/mantine-plugin.ts`).
import '@mantine/core/styles.css'
import './app.css'
import './busy-line.css'
import './mantine-overrides.css'
import './dialogs.css'
import './field-errors.css'
// Last: some of its rules are as specific as those above.
import './touch.css'

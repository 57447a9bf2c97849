import '../platform/session/early-refresh.ts'
import '../platform/base/zod-without-eval.ts'
import '@fontsource-variable/inter/wght.css'
import '../theme/css.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { pageAreaOf } from '../clinic/shell/page-area.ts'
import { setNavigator } from '../platform/base/navigation.ts'
import { isViewer } from '../platform/base/paths.ts'
import { logUncaughtErrors } from '../platform/calls/log.ts'
import { queryClient } from '../platform/http/query-client.ts'
import { currentSession } from '../platform/session/session-store.ts'
import { cssVariablesResolver, theme } from '../theme/theme.ts'
import { watchPages } from '../ui/shell/page-focus.ts'
import { routes } from './routes.tsx'

if (!('any' in AbortSignal && 'withResolvers' in Promise)) await import('../platform/base/older-browsers.ts')

const router = createBrowserRouter(routes)
setNavigator((to, options) => router.navigate(to, options))
watchPages(router, pageAreaOf)
logUncaughtErrors()
// Vite's loader treats any stylesheet in the document as loaded, even one that failed.
addEventListener('error', ({ target }) => target instanceof HTMLLinkElement && target.remove(), true)

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
// The name under which the dialogs' scroll lock looks for it.
Object.assign(globalThis, { __webpack_nonce__: nonce })

// Text drawn before its font arrives would shift. After this time, showing the page matters more.
await Promise.race([document.fonts.load('1em "Inter Variable"'), new Promise((go) => setTimeout(go, 500))]).catch(
  () => {},
)

// Images are viewed on a dark background, whatever the rest of the portal looks like.
const app = (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariablesResolver}
    defaultColorScheme="auto"
    {...(isViewer(location.pathname) && { forceColorScheme: 'dark' })}
    getStyleNonce={() => nonce}
  >
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>
)

// Until the first page is ready, the document's own content stays.
await new Promise<void>((go) => {
  if (router.state.initialized) go()
  router.subscribe(({ initialized }) => initialized && go())
})
const root = document.getElementById('root')!
// A page of a session that the browser cached must not come back with its content after a sign-out. One of a visitor comes back at once.
addEventListener('pagehide', ({ persisted }) => {
  root.hidden = persisted && currentSession() !== null
})
addEventListener('pageshow', ({ persisted }) => persisted && root.hidden && location.reload())
// In slices: rendering the first page in one go would block input for a quarter of a second on a slow phone.
startTransition(() => {
  if (root.dataset['whole'] === undefined) createRoot(root).render(app)
  else hydrateRoot(root, app)
})

import { keysOf, pages } from '@fornix/contract'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, MemoryRouter, StaticRouterProvider } from 'react-router'
import { EntryIntro } from '../features/sign-in/EntryLayout.tsx'
import { intros } from '../features/sign-in/messages.ts'
import { queryClient } from '../platform/http/query-client.ts'
import { cssVariablesResolver, theme } from '../theme/theme.ts'
import { EntranceFrame, Frame, OfflineFrame } from './Frame.tsx'
import { routes } from './routes.tsx'

const render = (content: React.ReactNode) =>
  renderToString(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={() => '__NONCE__'}
    >
      <QueryClientProvider client={queryClient}>{content}</QueryClientProvider>
    </MantineProvider>,
  )

const renderAlone = (content: React.ReactNode) => render(<MemoryRouter>{content}</MemoryRouter>)

const renderEntrance = (intro: { title: string; lead: string }) =>
  renderAlone(
    <EntranceFrame>
      <EntryIntro {...intro} />
    </EntranceFrame>,
  )

const renderPage = async (path: string) => {
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(`http://localhost${path}`))
  if (context instanceof Response) throw new Error(`${path} leads elsewhere`)
  const router = createStaticRouter(handler.dataRoutes, context)
  return render(<StaticRouterProvider router={router} context={context} hydrate={false} />)
}

/**
 * What a document contains before the program runs: by address, the whole of a read-only page; the frame of all others; that
 * of sign-in pages with their opening words; and the offline page.
 */
export const prerender = async () => ({
  frame: renderAlone(<Frame />),
  offline: renderAlone(<OfflineFrame />),
  entrances: {
    [pages.patients.path]: renderEntrance(intros.patients),
    [pages.patientRegister.path]: renderEntrance(intros.patients),
    [pages.physicians.path]: renderEntrance(intros.physicians),
  },
  pages: Object.fromEntries(
    await Promise.all(
      keysOf(pages)
        .filter((name) => pages[name].isStatic)
        .map(async (name) => [pages[name].path, await renderPage(pages[name].path)] as const),
    ),
  ),
})

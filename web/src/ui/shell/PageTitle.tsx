import { Box, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useConfig } from '../../platform/calls/config.ts'
import { takeFocus } from './page-focus.ts'

/** The tab's title, with the project's name, because a user may have two projects open. */
const useDocumentTitle = (title: string) => {
  const project = useConfig()?.project_name
  useEffect(() => {
    document.title = project ? `${title} · ${project}` : title
  }, [title, project])
}

type Props = {
  title: ReactNode
  /** Needed if the title is not plain text, or reveals more than a tab should (a patient's name). */
  documentTitle?: string
  subtitle?: ReactNode
  /** Buttons beside the title, or below it if they do not fit. */
  children?: ReactNode
  /** A small element that stays beside the title at every width. */
  corner?: ReactNode
  /** For pages whose title only screen readers need. */
  hidden?: boolean
}

/** The page's only h1. It takes the focus when the page was reached by a link. */
export const PageTitle = ({ title, documentTitle, subtitle, children, corner, hidden }: Props) => {
  const { pathname } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  useDocumentTitle(documentTitle ?? (typeof title === 'string' ? title : ''))
  // Two addresses may share one page component, which then stays mounted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves when the address changes
  useEffect(() => {
    if (takeFocus()) heading.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <Group
      justify="space-between"
      gap="sm"
      align={corner ? 'flex-start' : 'center'}
      wrap={corner ? 'nowrap' : 'wrap'}
      className={hidden ? 'mantine-visually-hidden' : 'page-title'}
    >
      <Box miw={0}>
        <Title order={1} tabIndex={-1} ref={heading} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Title>
        {subtitle && (
          <Text component="div" c="dimmed" size="sm" mt={4} mih="1.55em">
            {subtitle}
          </Text>
        )}
      </Box>
      {children}
      {corner}
    </Group>
  )
}

import { Box, Button, Container, type ContainerProps, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { BrandSign } from '../clinic/shell/Brand.tsx'
import brand from '../clinic/shell/brand.module.css'
import header from '../clinic/shell/header.module.css'
import shell from '../clinic/shell/shell.module.css'
import { messages } from '../platform/base/messages.ts'

/** The bar that stays, and the content below it. */
type FramedProps = { busy?: boolean; pt?: ContainerProps['pt']; children: ReactNode }
const Framed = ({ busy = false, pt = 'lg', children }: FramedProps) => (
  <div className={shell.page}>
    <header className={header.header}>
      <Container size="lg">
        <Group h="100%" wrap="nowrap" className={brand.brand}>
          <BrandSign />
        </Group>
      </Container>
    </header>
    <Container component="main" size="lg" w="100%" pt={pt} aria-busy={busy}>
      {children}
    </Container>
  </div>
)

/** What a document shows until the program has loaded its page: grey bars in place of content. */
export const Frame = () => (
  <Framed busy>
    <Stack gap="sm" p="md">
      {[64, 64, 64].map((height, bar) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change
        <Skeleton key={bar} height={height} radius="md" aria-hidden />
      ))}
    </Stack>
  </Framed>
)

/** The frame of a page that starts with the same words for everybody: they are already in their final place, the form follows. */
export const EntranceFrame = ({ children }: { children: ReactNode }) => (
  <Framed busy pt={{ base: 24, sm: 56 }}>
    <div className="busy-line of-page" aria-hidden />
    <Box pt={{ base: 0, md: 24 }} maw={{ md: 'calc(100% - 592px)' }}>
      {children}
    </Box>
  </Framed>
)

/** What the service worker shows for every page while nothing can be loaded; offline.ts chooses the sentence and continues. */
export const OfflineFrame = () => (
  <Framed>
    <Stack align="flex-start" py="md">
      <Title order={1}>{messages.offline.title}</Title>
      <div role="status">
        {(['device', 'server'] as const).map((why) => (
          <Text key={why} data-offline={why} hidden={why === 'server'}>
            {messages.offline[why]} {messages.offline.page}
          </Text>
        ))}
      </div>
      {/* The same address again: an installed portal has no reload button. */}
      <Button component="a" href="" variant="default">
        {messages.error.retry}
      </Button>
    </Stack>
  </Framed>
)

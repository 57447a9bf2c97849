import { Box, Loader, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { messages } from '../../platform/base/messages.ts'

const delayMs = 150

type Props = { rows?: number; height?: number; spinner?: boolean }

/**
 * Grey bars in place of content; not before 150 ms, so that quick responses do not flicker. A spinner overlays them, so that nothing
 * moves.
 */
export const LoadingState = ({ rows = 5, height = 44, spinner = false }: Props) => {
  const bars = Array.from({ length: rows }, (_, bar) => bar)
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), delayMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Box pos="relative">
      <VisuallyHidden role="status">{shown ? messages.list.loading : ''}</VisuallyHidden>
      {/* Not around the status, which a busy region would silence. */}
      <Stack gap="sm" py="md" mih={rows * (height + 12)} aria-busy>
        {shown && bars.map((bar) => <Skeleton key={bar} height={height} radius="md" aria-hidden />)}
        {shown && spinner && <Loader size="sm" pos="absolute" top={height} left="50%" ml={-11} aria-hidden />}
      </Stack>
    </Box>
  )
}

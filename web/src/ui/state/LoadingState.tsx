import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { messages } from '../../platform/base/messages.ts'

const delayMs = 150

/** Grey bars where content will be; not before 150 ms, so that quick answers do not flicker. */
export const LoadingState = ({ rows = 5, height = 44 }: { rows?: number; height?: number }) => {
  const bars = Array.from({ length: rows }, (_, bar) => bar)
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), delayMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Stack gap="sm" p="md" mih={rows * (height + 12)}>
      <VisuallyHidden role="status">{shown ? messages.list.loading : ''}</VisuallyHidden>
      {shown && bars.map((bar) => <Skeleton key={bar} height={height} radius="md" aria-hidden />)}
    </Stack>
  )
}

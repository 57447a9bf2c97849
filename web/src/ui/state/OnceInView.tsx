import { Box, VisuallyHidden } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { useFirstInteraction } from '../../platform/base/first-interaction.ts'
import { messages } from '../../platform/base/messages.ts'
import { LoadingState } from './LoadingState.tsx'

/** For what lies below the first screen of a phone: rendered once it is in view, a link leads into it, or the person does anything. */
export const OnceInView = ({ children }: { children: ReactNode }) => {
  const { ref, inViewport } = useInViewport<HTMLDivElement>()
  const isUsed = useFirstInteraction()
  const { hash } = useLocation()
  const [isWanted, setWanted] = useState(false)
  if (!isWanted && (inViewport || isUsed || hash !== '')) setWanted(true)
  return (
    <Box ref={ref} {...(!isWanted && { mih: 224, 'data-later': true })}>
      {isWanted ? (
        <Suspense fallback={<LoadingState rows={4} />}>{children}</Suspense>
      ) : (
        // A screen reader that comes to it brings it into view.
        <VisuallyHidden>{messages.list.loading}</VisuallyHidden>
      )}
    </Box>
  )
}

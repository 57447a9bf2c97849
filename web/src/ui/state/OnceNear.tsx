import { Box } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { useFirstInteraction } from '../../platform/base/first-interaction.ts'
import { LoadingState } from './LoadingState.tsx'

/** For what lies below the first screen of a phone: rendered once it is in view, a link leads into it, or the person does anything. */
export const OnceNear = ({ children }: { children: ReactNode }) => {
  const { ref, inViewport } = useInViewport<HTMLDivElement>()
  const isUsed = useFirstInteraction()
  const { hash } = useLocation()
  const [isNear, setNear] = useState(false)
  if (!isNear && (inViewport || isUsed || hash !== '')) setNear(true)
  return (
    <Box ref={ref} {...(!isNear && { mih: 224, 'data-later': true })}>
      {isNear && <Suspense fallback={<LoadingState rows={4} />}>{children}</Suspense>}
    </Box>
  )
}

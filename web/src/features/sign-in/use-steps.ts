import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type RegistrationStep, steps } from './registration-steps.ts'

const first = steps[0] as RegistrationStep

/**
 * The registration step is in the history of a single address: the browser's Back goes back one step. A reload, which
 * empties the form, starts over.
 */
export const useSteps = () => {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const [reached, setReached] = useState(1)
  const requested = state?.step ?? 1
  const step = steps[Math.min(requested, reached) - 1] ?? first
  const isAhead = requested > reached
  useEffect(() => {
    if (isAhead) void navigate({ pathname, search }, { replace: true, state: { ...state, step: 1 } })
  }, [isAhead, navigate, pathname, search, state])
  return {
    step,
    go: (number: number) => {
      if (number < step.number) return void navigate(number - step.number)
      setReached(Math.max(reached, number))
      void navigate({ pathname, search }, { state: { ...state, step: number }, preventScrollReset: true })
    },
    startOver: () => setReached(1),
  }
}

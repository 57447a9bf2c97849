import { Switch, UnstyledButton } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import controlStyles from '../controls.module.css'
import type { Blend } from './use-blend.ts'
import { words } from './words.ts'

/** Slow enough to be safe: two changes in a second are one flash (WCAG 2.3.1 allows three). */
const flickerMs = 500

/** Overlays the second on the first, at any opacity, or alternates them. */
export const BlendControls = ({ blend }: { blend: Blend }) => {
  const { isOn, mayBlend, toggle, percent, setPercent, swap, isFlickering, setFlickering } = blend
  const isCalm = useReducedMotion(undefined, { getInitialValueInEffect: false })
  const turn = useRef(swap)
  turn.current = swap
  const isMoving = isOn && isFlickering && !isCalm
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => turn.current(), flickerMs)
    return () => clearInterval(timer)
  }, [isMoving])
  return (
    <fieldset className={controlStyles.group}>
      <legend>{words.blend.title}</legend>
      {!mayBlend && <p className={controlStyles.shown}>{words.blend.impossible}</p>}
      <Switch label={words.blend.on} checked={isOn} disabled={!mayBlend} onChange={toggle} />
      {isOn && (
        <>
          <label>
            <span className={controlStyles.dim}>{words.blend.strength}</span>
            <input
              className={controlStyles.slider}
              type="range"
              min={0}
              max={100}
              value={percent}
              aria-valuetext={`${percent}%`}
              onChange={({ currentTarget }) => {
                setFlickering(false)
                setPercent(Number(currentTarget.value))
              }}
            />
          </label>
          <p className={controlStyles.shown}>{words.blend.shown(percent)}</p>
          <div className={controlStyles.commands}>
            <UnstyledButton
              className={controlStyles.command}
              onClick={() => {
                setFlickering(false)
                swap()
              }}
            >
              {words.blend.swap} <kbd>B</kbd>
            </UnstyledButton>
            {!isCalm && (
              <UnstyledButton
                className={controlStyles.command}
                aria-pressed={isFlickering}
                onClick={() => setFlickering(!isFlickering)}
              >
                {words.blend.flicker}
              </UnstyledButton>
            )}
          </div>
        </>
      )}
    </fieldset>
  )
}

import { useRef, useState } from 'react'
import type { Measurement } from './drawing.ts'
import type { Point } from './geometry.ts'

/** The measurements of a study, kept as long as its viewer is open. */
export const useMeasurements = () => {
  const [all, setAll] = useState<readonly Measurement[]>([])
  const [chosen, setChosen] = useState<number>()
  const last = useRef(0)
  return {
    all,
    chosen,
    choose: setChosen,
    add: (one: Omit<Measurement, 'id'>) => {
      const id = ++last.current
      setAll((all) => [...all, { ...one, id }])
      setChosen(id)
    },
    movePoint: (id: number, index: number, point: Point) =>
      setAll((all) => all.map((one) => (one.id === id ? { ...one, points: one.points.with(index, point) } : one))),
    remove: (id: number) => {
      setAll((all) => all.filter((one) => one.id !== id))
      setChosen((chosen) => (chosen === id ? undefined : chosen))
    },
  }
}
export type Measurements = ReturnType<typeof useMeasurements>

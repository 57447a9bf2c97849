import {
  deleteMeasurements,
  listMeasurements,
  maxMeasurements,
  releaseMeasurementReport,
  type SavedShape,
  saveMeasurementReport,
  saveMeasurements,
  withdrawMeasurementReport,
} from '@fornix/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiFailure, send } from '../../../platform/calls/api.ts'
import { documentsKey, studyKey } from '../queries.ts'
import type { Kept } from './drawing.ts'
import type { Point } from './geometry.ts'
import { reportedShape } from './report-shape.ts'

/** Far less than a pixel; more digits would only be carried along. */
const rounded = (value: number) => Math.round(value * 1000) / 1000
const plain = ({ series, instance, frame, shape, points }: SavedShape): SavedShape => ({
  series,
  instance,
  frame,
  shape,
  points: points.map(({ x, y }) => ({ x: rounded(x), y: rounded(y) })),
})

/** Those of one's own, kept with every change; nothing is kept before what was there has come, which it would replace. */
const useOwn = (study: string, isStaff: boolean) => {
  const [own, setOwn] = useState<readonly Kept[]>([])
  const current = useRef(own)
  const last = useRef(0)
  const isLoaded = useRef(false)
  const params = { study }
  const kept = useQuery({
    queryKey: ['images', 'measurements', study],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: isStaff,
    queryFn: ({ signal }) => send(listMeasurements, { params }, { signal }),
  })
  const saving = useMutation({
    // One after the other, or an earlier state could arrive last.
    scope: { id: `measurements ${study}` },
    mutationFn: (shapes: SavedShape[]) =>
      shapes.length > 0 ? send(saveMeasurements, { params, body: { shapes } }) : send(deleteMeasurements, { params }),
  })
  const numbered = (shapes: readonly SavedShape[]): Kept[] => shapes.map((one) => ({ ...one, id: ++last.current }))
  const save = () => saving.mutate(current.current.map(plain))
  const change = (next: readonly Kept[]) => {
    current.current = next
    setOwn(next)
    if (isLoaded.current) save()
  }
  const load = (before: readonly SavedShape[]) => {
    const drawn = current.current
    current.current = [...numbered(before), ...drawn]
    setOwn(current.current)
    isLoaded.current = true
    if (drawn.length > 0) save()
  }
  const loading = useRef(load)
  loading.current = load
  const { data } = kept
  useEffect(() => {
    if (data && !isLoaded.current) loading.current(data.shapes)
  }, [data])
  const add = (one: SavedShape) => {
    if (current.current.length >= maxMeasurements) return undefined
    const [added] = numbered([one])
    if (added) change([...current.current, added])
    return added?.id
  }
  return { own, current, kept, saving, save, change, add }
}

/** The last reports of all, read only, each with ids that stay the same. */
const idOf = (report: number, n: number) => -1 - report * maxMeasurements - n

/** Whom the page names, as it was when the study was opened; null where it names nobody. */
export type ShownPatient = { patient_id: string; name: string } | null

/** The measurements of a study: one's own, which are kept, and those of others that were chosen to be shown. */
export const useMeasurements = (study: string, isStaff: boolean, patient: ShownPatient) => {
  const queries = useQueryClient()
  const { own, current, kept, saving, save, change, add } = useOwn(study, isStaff)
  const [chosen, setChosen] = useState<number>()
  const [shown, setShown] = useState<readonly string[]>([])
  const reports = kept.data?.reports ?? []
  const reporting = useMutation({
    mutationFn: async () => {
      const shapes = []
      // One after the other: each may fetch a frame.
      for (const one of current.current) shapes.push(await reportedShape(queries, study, { ...one, ...plain(one) }))
      const whole = shapes.filter((one) => one !== undefined)
      return send(saveMeasurementReport, { params: { study }, body: { shapes: whole } })
    },
    onSuccess: () => {
      void kept.refetch()
      void queries.invalidateQueries({ queryKey: documentsKey(study) })
    },
  })
  const releasing = useMutation({
    mutationFn: ({ report_id, isReleased }: { report_id: string; isReleased: boolean }) => {
      const params = { study, report_id }
      return isReleased
        ? send(releaseMeasurementReport, { params, body: { patient: patient?.patient_id ?? '' } })
        : send(withdrawMeasurementReport, { params })
    },
    onSuccess: () => kept.refetch(),
    onError: (error) => {
      if (error instanceof ApiFailure && error.body?.code === 'stale')
        return Promise.all([kept.refetch(), queries.invalidateQueries({ queryKey: studyKey(study) })])
    },
  })
  const changeOwn = (next: readonly Kept[]) => {
    reporting.reset()
    change(next)
  }
  const ofOthers = reports.flatMap(({ report_id, author, is_own, shapes }, report) =>
    shown.includes(report_id)
      ? shapes.map((one, n): Kept => ({ ...one, id: idOf(report, n), by: is_own ? 'you, in your report' : author }))
      : [],
  )
  return {
    own,
    all: [...own, ...ofOthers],
    chosen,
    choose: setChosen,
    add: (one: SavedShape) => {
      reporting.reset()
      const id = add(one)
      if (id !== undefined) setChosen(id)
    },
    movePoint: (id: number, index: number, point: Point) =>
      changeOwn(
        current.current.map((one) => (one.id === id ? { ...one, points: one.points.with(index, point) } : one)),
      ),
    remove: (id: number) => {
      if (!current.current.some((one) => one.id === id)) return
      changeOwn(current.current.filter((one) => one.id !== id))
      setChosen((chosen) => (chosen === id ? undefined : chosen))
    },
    removeAll: () => changeOwn([]),
    patient,
    reports,
    shown,
    show: (report: string, isShown: boolean) =>
      setShown((shown) => (isShown ? [...shown, report] : shown.filter((one) => one !== report))),
    kept: { isError: kept.isError, retry: () => void kept.refetch() },
    saving: { isPending: saving.isPending, isError: saving.isError, isSuccess: saving.isSuccess, retry: save },
    release: (report_id: string, isReleased: boolean) => releasing.mutateAsync({ report_id, isReleased }),
    report: { save: () => reporting.mutateAsync(), isSuccess: reporting.isSuccess },
  }
}
export type Measurements = ReturnType<typeof useMeasurements>

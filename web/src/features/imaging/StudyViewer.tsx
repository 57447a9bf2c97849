import { useState } from 'react'
import type { Series } from './dicomweb.ts'
import type { Action } from './keys.ts'
import { messages } from './messages.ts'
import { SeriesChooser } from './SeriesChooser.tsx'
import { SliceNote, SliceView } from './SliceView.tsx'
import { VolumeView } from './VolumeView.tsx'

let webGl: boolean | undefined
/** Asked once: every question costs the page one of its few contexts. */
const hasWebGl2 = () => {
  if (webGl === undefined) {
    const context = document.createElement('canvas').getContext('webgl2')
    context?.getExtension('WEBGL_lose_context')?.loseContext()
    webGl = context !== null
  }
  return webGl
}

type Props = { study: string; all: readonly Series[]; first: Series; onFailure: (error: unknown) => void }

/** A study, one series at a time: as a volume where that is possible, else slice by slice. */
export const StudyViewer = ({ study, all, first, onFailure }: Props) => {
  const [series, setSeries] = useState(first)
  const [slicesBecause, setSlicesBecause] = useState<'noWebGl' | 'noVolume' | 'chosen' | undefined>(
    hasWebGl2() ? undefined : 'noWebGl',
  )
  const choose = (next: Series) => {
    setSeries(next)
    if (slicesBecause === 'noVolume') setSlicesBecause(undefined)
  }
  const onAction = (action: Action) => {
    const step = action === 'nextSeries' ? 1 : action === 'previousSeries' ? -1 : 0
    const next = all[(all.indexOf(series) + step + all.length) % all.length]
    if (next && next !== series) choose(next)
  }
  const shared = {
    study,
    series,
    onAction,
    chooser: <SeriesChooser study={study} all={all} shown={series} onChoose={choose} />,
  }
  if (!slicesBecause)
    return <VolumeView {...shared} onFailure={onFailure} onUnable={(why) => setSlicesBecause(why ?? 'chosen')} />
  return (
    <SliceView key={series.uid} {...shared} onFailure={onFailure}>
      <SliceNote
        why={slicesBecause === 'chosen' ? null : messages[slicesBecause]}
        onVolume={slicesBecause === 'chosen' ? () => setSlicesBecause(undefined) : undefined}
      />
    </SliceView>
  )
}

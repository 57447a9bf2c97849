import { t } from '../../platform/language/t.ts'

/** One fold of the left half, drawn from the midline outwards and back; the right half mirrors it. */
const folds = [
  'M202 66c-34 0-64 14-86 40 18 6 34 4 48-6',
  'M202 98c-22 2-38 12-48 28 14 8 28 8 42 2',
  'M112 112c-22 26-34 56-36 90 18-2 32-12 42-28',
  'M150 132c-20 16-30 36-30 60 16 2 30-6 40-20',
  'M196 136c-18 6-28 18-30 36 12 6 24 4 34-6',
  'M76 210c0 32 8 62 26 90 10-14 14-30 10-48',
  'M118 202c-6 26-2 50 14 72 12-10 16-26 12-42',
  'M106 306c20 28 48 44 82 48-2-16-12-28-30-34',
  'M138 282c14 18 34 28 58 30-2-16-10-26-26-30',
  'M152 232c4 18 16 30 38 36 2-14-4-26-16-34',
]
const deepLines = ['M202 190c-16-4-28 2-34 16', 'M202 250c-12 2-20 8-24 18']
const ventricle = 'M198 178c-18 4-26 22-20 48 4 12 10 18 18 20 4-16 2-28-4-38-4-10-2-20 6-30z'

const Half = () => (
  <>
    <g fill="none" stroke="#d7f4f8" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round">
      {folds.map((d, index) => (
        <path key={d} d={d} strokeOpacity={0.9 - index * 0.045} />
      ))}
    </g>
    <g fill="none" stroke="#9fabfe" strokeWidth="1.8" strokeLinecap="round" strokeOpacity=".7">
      {deepLines.map((d) => (
        <path key={d} d={d} />
      ))}
    </g>
    <path d={ventricle} fill="#fcd5a9" fillOpacity=".9" />
  </>
)

/** An axial slice, drawn: the landing page's picture needs no photograph and no download. */
export function BrainSlice({ maxWidth = 440 }: { maxWidth?: number }) {
  return (
    <svg
      viewBox="0 0 420 420"
      role="img"
      aria-label={t('Drawing of a brain seen in one slice from above')}
      width="100%"
      style={{ maxWidth, display: 'block', marginInline: 'auto' }}
    >
      <defs>
        <radialGradient id="slice-tissue">
          <stop offset="0" stopColor="#25a4b1" stopOpacity=".6" />
          <stop offset=".7" stopColor="#383993" stopOpacity=".38" />
          <stop offset="1" stopColor="#28296f" stopOpacity=".25" />
        </radialGradient>
        <radialGradient id="slice-glow">
          <stop offset=".6" stopColor="#25a4b1" stopOpacity=".22" />
          <stop offset="1" stopColor="#25a4b1" stopOpacity="0" />
        </radialGradient>
      </defs>
      <circle cx="210" cy="210" r="210" fill="url(#slice-glow)" />
      <ellipse cx="210" cy="210" rx="164" ry="190" fill="#070f15" />
      <ellipse cx="210" cy="210" rx="155" ry="181" fill="none" stroke="#59c5d1" strokeWidth="3" />
      <ellipse cx="210" cy="210" rx="144" ry="168" fill="url(#slice-tissue)" />
      <Half />
      <g transform="translate(420 0) scale(-1 1)">
        <Half />
      </g>
      <path d="M210 46v328" stroke="#59c5d1" strokeWidth="2.5" strokeLinecap="round" />
      <g stroke="#59c5d1" strokeWidth="1.5" strokeOpacity=".55">
        <path d="M14 210h22M384 210h22" />
        <path d="M210 4v12M210 404v12" />
      </g>
    </svg>
  )
}

import { t } from '../../platform/language/t.ts'

const grey = 'var(--mantine-color-default-border)'
const surface = 'var(--mantine-color-body)'
const accent = 'var(--mantine-primary-color-filled)'

type LineProps = { x: number; y: number; width: number; fill?: string; height?: number }
const Line = ({ x, y, width, fill = grey, height = 8 }: LineProps) => (
  <rect x={x} y={y} width={width} height={height} rx={height / 2} fill={fill} />
)

/** What a patient finds in the portal, drawn: a visit, a scan with its steps, and a message. */
export function PortalDrawing() {
  return (
    <svg
      viewBox="0 0 300 400"
      role="img"
      aria-label={t('Drawing of the portal on a phone: the next visit, a scan that is ready, and a message')}
      width="100%"
      style={{ maxWidth: 260, display: 'block', marginInline: 'auto' }}
    >
      <rect x="30" y="4" width="240" height="392" rx="34" fill={surface} stroke={grey} strokeWidth="4" />
      <Line x={120} y={20} width={60} height={6} />
      <rect x="48" y="46" width="204" height="92" rx="14" fill="var(--fornix-highlight)" />
      <Line x={64} y={64} width={70} fill="#ffffff99" />
      <Line x={64} y={82} width={140} height={12} fill="#ffffff" />
      <rect x="64" y="108" width="84" height="18" rx="9" fill="#ffffff" />
      <rect x="48" y="150" width="204" height="120" rx="14" fill="none" stroke={grey} strokeWidth="2" />
      <rect x="62" y="164" width="60" height="60" rx="10" fill="#070f15" />
      <ellipse cx="92" cy="194" rx="19" ry="23" fill="#28296f" stroke="#59c5d1" strokeWidth="2" />
      <path d="M92 173v42M84 183q6 5 0 11M100 183q-6 5 0 11" fill="none" stroke="#d7f4f8" strokeWidth="1.5" />
      <Line x={136} y={172} width={96} height={10} />
      <Line x={136} y={192} width={64} />
      <rect x="136" y="210" width="76" height="16" rx="8" fill={accent} />
      <path d="M70 248h158" stroke={grey} strokeWidth="3" />
      <path d="M70 248h105" stroke={accent} strokeWidth="3" />
      {[70, 122, 175].map((x) => (
        <circle key={x} cx={x} cy="248" r="7" fill={accent} />
      ))}
      <circle cx="228" cy="248" r="6" fill={surface} stroke={grey} strokeWidth="3" />
      <rect x="48" y="284" width="150" height="44" rx="14" fill="var(--mantine-primary-color-light)" />
      <Line x={62} y={296} width={110} />
      <Line x={62} y={310} width={80} />
      <path d="M48 348h204" stroke={grey} strokeWidth="2" />
      {[72, 111, 150, 189, 228].map((x, n) => (
        <circle key={x} cx={x} cy="366" r="8" fill={n === 0 ? accent : grey} />
      ))}
    </svg>
  )
}

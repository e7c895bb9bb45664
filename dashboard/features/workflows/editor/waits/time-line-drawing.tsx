import type { TimeLine } from "./time-line.ts";

/** Without and with a row of labels of dots. */
const HEIGHTS = [80, 98] as const;
/** The line of time, from the top. */
const LINE = 52;
const MESSAGE = 18;
const RADIUS = 5;

const percent = (share: number): string => `${Math.round(share * 1000) / 10}%`;

/** The anchor of a text, so that it stays in the drawing near its ends. */
const anchorAt = (at: number): "start" | "middle" | "end" => (at < 0.2 ? "start" : at > 0.8 ? "end" : "middle");

/** Labels near an end begin, or end, where what they name does. */
const labelX = (at: number): string => (at < 0.2 ? "2%" : at > 0.8 ? "98%" : percent(at));

/**
 * A drawing of how a step passes time: events as dots on a line, what is waited as a bar, and messages above it. Kinds differ by their shapes,
 * not by colour alone.
 */
export function TimeLineDrawing({ line, name }: { line: TimeLine; name: string }) {
  const { dots, bars, messages, description } = line;
  return (
    <svg
      role="img"
      aria-label={`${name}. ${description}`}
      width="100%"
      height={HEIGHTS[dots.some(({ label }) => label !== undefined) ? 1 : 0]}
      className="overflow-visible text-xs forced-color-adjust-none"
    >
      <line x1="2%" x2="98%" y1={LINE} y2={LINE} className="stroke-outline" strokeWidth={1} />
      {bars.map((bar) => (
        <Bar key={`${bar.kind} ${bar.from}`} {...bar} />
      ))}
      {messages.map(({ at, label }) => (
        <Message key={at} at={at} label={label} />
      ))}
      {dots.map((dot) => (
        <Dot key={`${dot.kind} ${dot.at}`} {...dot} />
      ))}
    </svg>
  );
}

function Bar({ from, to, kind, label }: TimeLine["bars"][number]) {
  const isWindow = kind === "window";
  return (
    <>
      <rect
        x={percent(from)}
        width={percent(to - from)}
        y={LINE - 7}
        height={14}
        rx={3}
        className={isWindow ? "fill-info-soft stroke-info" : "fill-none stroke-outline"}
        strokeWidth={1}
        {...(!isWindow && { strokeDasharray: "4 3" })}
      />
      <text x={percent((from + to) / 2)} y={LINE + 23} textAnchor="middle" className="fill-text">
        {label}
      </text>
    </>
  );
}

/** An envelope above the line, on a stem. */
function Message({ at, label }: TimeLine["messages"][number]) {
  const x = percent(at);
  return (
    <>
      <line x1={x} x2={x} y1={MESSAGE + 6} y2={LINE} className="stroke-success" strokeWidth={1.5} />
      <svg x={x} y={MESSAGE - 6} overflow="visible">
        <title>Message</title>
        <rect
          x={-8}
          y={0}
          width={16}
          height={12}
          rx={2}
          className="fill-success-soft stroke-success"
          strokeWidth={1.5}
        />
        <path d="M-7 1.5 L0 7 L7 1.5" className="fill-none stroke-success" strokeWidth={1.5} />
      </svg>
      {label !== "" && (
        <text x={labelX(at)} y={MESSAGE - 10} textAnchor={anchorAt(at)} className="fill-text">
          {label}
        </text>
      )}
    </>
  );
}

function Dot({ at, kind, label }: TimeLine["dots"][number]) {
  const x = percent(at);
  return (
    <>
      {kind === "event" && <circle cx={x} cy={LINE} r={RADIUS} className="fill-accent" />}
      {kind === "awaited" && (
        <svg x={x} y={LINE} overflow="visible" aria-hidden="true">
          <path d="M0 -7 L7 0 L0 7 L-7 0 Z" className="fill-raised stroke-accent" strokeWidth={1.5} />
        </svg>
      )}
      {kind === "dropped" && (
        <svg x={x} y={LINE} overflow="visible" aria-hidden="true">
          <circle r={RADIUS} className="fill-raised stroke-danger" strokeWidth={1.5} />
          <path d="M-3 -3 L3 3 M-3 3 L3 -3" className="stroke-danger" strokeWidth={1.5} />
        </svg>
      )}
      {label !== undefined && (
        <text x={labelX(at)} y={LINE + 40} textAnchor={anchorAt(at)} className="fill-muted">
          {label}
        </text>
      )}
    </>
  );
}

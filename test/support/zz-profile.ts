import { Session } from "node:inspector/promises";
export async function profileStalls<T>(work: () => Promise<T>, top = 3): Promise<T> {
  const s = new Session(); s.connect();
  await s.post("Profiler.enable"); await s.post("Profiler.setSamplingInterval", { interval: 500 });
  await s.post("Profiler.start");
  const us = () => Number(process.hrtime.bigint() / 1000n);
  const gaps: { from: number; to: number }[] = [];
  let last = us();
  const timer = setInterval(() => { const now = us(); if (now - last > 30_000) gaps.push({ from: last, to: now }); last = now; }, 5);
  const result = await work();
  clearInterval(timer);
  const { profile } = await s.post("Profiler.stop") as any;
  const nodes = new Map<number, any>(profile.nodes.map((n: any) => [n.id, n]));
  const parent = new Map<number, number>();
  for (const n of profile.nodes) for (const c of n.children ?? []) parent.set(c, n.id);
  const times: number[] = []; let t = profile.startTime;
  for (const d of profile.timeDeltas) { t += d; times.push(t); }
  gaps.sort((a, b) => (b.to - b.from) - (a.to - a.from));
  for (const gap of gaps.slice(0, top)) {
    const self = new Map<string, number>(), incl = new Map<string, number>();
    let total = 0;
    for (let i = 0; i < times.length; i++) {
      if (times[i]! < gap.from || times[i]! > gap.to) continue;
      const dt = profile.timeDeltas[i]; total += dt;
      const name = (n: any) => `${n.callFrame.functionName || "anon"} ${n.callFrame.url.split("/").slice(-3).join("/")}:${n.callFrame.lineNumber + 1}`;
      let id: number | undefined = profile.samples[i];
      self.set(name(nodes.get(id!)), (self.get(name(nodes.get(id!))) ?? 0) + dt);
      const seen = new Set<string>();
      while (id !== undefined) { const nm = name(nodes.get(id)); if (!seen.has(nm)) { seen.add(nm); incl.set(nm, (incl.get(nm) ?? 0) + dt); } id = parent.get(id); }
    }
    const show = (m: Map<string, number>, k: number) => [...m].sort((a, b) => b[1] - a[1]).slice(0, k).map(([n, v]) => `   ${(v / 1000).toFixed(1)} ${n}`).join("\n");
    console.log(`GAP ${(gap.to - gap.from) / 1000} ms, sampled ${total / 1000}\n self:\n${show(self, 12)}\n incl:\n${show(incl, 25)}`);
  }
  console.log(`${gaps.length} gaps over 30 ms`);
  return result;
}

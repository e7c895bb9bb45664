export function Logo({ className = "size-6" }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={className} aria-hidden="true">
      <rect width="24" height="24" rx="5" className="fill-accent" />
      <path
        d="M12 5a4.5 4.5 0 0 0-4.5 4.5v3.2L6 15.2h12l-1.5-2.5V9.5A4.5 4.5 0 0 0 12 5Zm-1.7 11.6a1.7 1.7 0 0 0 3.4 0Z"
        className="fill-on-accent"
      />
    </svg>
  );
}

import type { Metadata } from "next";
import type { ReactNode } from "react";

export const metadata: Metadata = { title: "{{name}}", icons: "/stagepass/icon.svg" };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}

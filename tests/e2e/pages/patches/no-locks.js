// A browser without Web Locks.

delete Navigator.prototype.locks;
if ("locks" in navigator) throw new Error("this browser keeps its locks");
